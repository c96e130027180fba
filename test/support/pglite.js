// See environment.js.
module.exports = globalThis.loadPGlite();
