// Collects all garbage at a signal, as V8 does in time in a service that has nothing to do.
require('node:v8').setFlagsFromString('--expose-gc');
const collect = require('node:vm').runInNewContext('gc');
process.on('SIGUSR2', () => {
  for (let times = 0; times < 3; times++) collect();
  console.log('collected');
});
