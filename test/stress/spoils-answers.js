/** Runs the built program with a planted fault: every tenth answer has a wrong letter. */
const { ServerResponse } = require('node:http');

let answers = 0;
const { end } = ServerResponse.prototype;
/** @this {ServerResponse} @param {any} body @param {any[]} more */
ServerResponse.prototype.end = function (body, ...more) {
  const isSpoilt = body?.length > 0 && ++answers % 10 === 0;
  const spoilt = isSpoilt ? Buffer.from(String(body).replace('e', 'E')) : body;
  return Reflect.apply(end, this, [spoilt, ...more]);
};

// The path is computed, because a checkout need not have the built code when types are checked.
require(require('node:path').join(__dirname, '../../dist/main.js'));
