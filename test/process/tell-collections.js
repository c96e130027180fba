// Has V8 write what its garbage collector does and what it takes for long-lived.
require('node:v8').setFlagsFromString('--trace-gc');
require('node:v8').setFlagsFromString('--trace-pretenuring-statistics');
