// environment.js explains why.
module.exports = /** @type {{ loadPGlite?: () => unknown }} */ (globalThis).loadPGlite?.();
