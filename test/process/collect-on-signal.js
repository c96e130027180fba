// Collects all garbage at a signal. V8 does the same in a service that is idle for a while.
require('node:v8').setFlagsFromString('--expose-gc');
const collect = require('node:vm').runInNewContext('gc');
process.on('SIGUSR2', () => {
  for (let times = 0; times < 3; times++) collect();
  console.log('collected');
});
