// Collects all garbage at a signal. In an idle service V8 does so after a while.
require('node:v8').setFlagsFromString('--expose-gc');
const collect = require('node:vm').runInNewContext('gc');
process.on('SIGUSR2', () => {
  for (let times = 0; times < 3; times++) collect();
  console.log('collected');
});
