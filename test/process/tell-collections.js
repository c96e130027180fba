// Makes V8 print its garbage collections, and which objects it considers long-lived.
require('node:v8').setFlagsFromString('--trace-gc');
require('node:v8').setFlagsFromString('--trace-pretenuring-statistics');
