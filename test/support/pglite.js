// See environment.js.
module.exports = /** @type {{ loadPGlite?: () => unknown }} */ (globalThis).loadPGlite?.();
