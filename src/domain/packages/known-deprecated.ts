/**
 * npm packages whose authors have given them up, in their own words in short. Used only where the registry at hand does
 * not say which versions are deprecated, as some mirrors do not.
 */
export const KNOWN_DEPRECATED: Readonly<Record<string, string>> = {
  request: 'request has been deprecated, see https://github.com/request/request/issues/3142',
  'request-promise': 'it extends the deprecated request package',
  'request-promise-native': 'it extends the deprecated request package',
  'left-pad': 'use String.prototype.padStart()',
  tslint: 'TSLint has been deprecated in favor of ESLint',
  'node-uuid': 'use uuid instead',
  'babel-eslint': 'babel-eslint is now @babel/eslint-parser',
  'gulp-util': 'gulp-util is deprecated; use individual modules',
  'har-validator': 'this library is no longer supported',
  jade: 'Jade has been renamed to pug',
  'popper.js': 'Popper changed home: use @popperjs/core',
  istanbul: 'this module is no longer maintained; use nyc',
};
