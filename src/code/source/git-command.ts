// The environment is written here and not inherited, so neither the machine's settings nor the service's secrets
// reach git. The search path is therefore a list of the places where git is installed.
const GIT_SEARCH_PATH = [
  '/usr/local/sbin',
  '/usr/local/bin',
  '/usr/sbin',
  '/usr/bin',
  '/bin',
  '/opt/homebrew/bin',
  '/opt/local/bin',
  '/usr/local/git/bin',
  '/run/current-system/sw/bin',
  '/nix/var/nix/profiles/default/bin',
].join(':');

/** All that git gets of an environment. */
export const GIT_ENVIRONMENT: Readonly<Record<string, string>> = {
  PATH: GIT_SEARCH_PATH,
  LC_ALL: 'C',
  HOME: '/nonexistent',
  XDG_CONFIG_HOME: '/nonexistent',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_SYSTEM: '/dev/null',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_ATTR_NOSYSTEM: '1',
  GIT_TERMINAL_PROMPT: '0',
  GIT_OPTIONAL_LOCKS: '0',
  // A partial clone would otherwise fetch a missing object, by whatever command its own settings name.
  GIT_NO_LAZY_FETCH: '1',
  GIT_ALLOW_PROTOCOL: 'none',
};

// A repository's own settings are read by git, so everything in them that could start a program is switched off.
/** Come before every command. */
export const GIT_SETTINGS: readonly string[] = [
  '--no-pager',
  '--no-replace-objects',
  '--literal-pathspecs',
  ...[
    'safe.directory=*',
    'safe.bareRepository=explicit',
    'core.fsmonitor=false',
    'core.hooksPath=/dev/null',
    'core.excludesFile=/dev/null',
    'core.attributesFile=/dev/null',
    'core.untrackedCache=false',
    'core.quotePath=false',
    'protocol.allow=never',
    'gc.auto=0',
    'maintenance.auto=false',
  ].flatMap((setting) => ['-c', setting]),
];
