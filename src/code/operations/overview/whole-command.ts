/** Options that have a value behind them, by the tool, as its manual has them. */
const VALUED: readonly (readonly [tool: RegExp, options: RegExp])[] = [
  [/^tox$/, /^-[ecfx]$/],
  [/^nox$/, /^(?:-[efkpst]|--(?:sessions?|pythons?|keywords|tags))$/],
  [
    /^pytest$/,
    /^(?:-[kmnpcorW]|--(?:rootdir|ignore|deselect|maxfail|durations|tb|cov-report|junitxml|numprocesses|basetemp))$/,
  ],
  [/^make$/, /^(?:-[CfIoW]|--(?:directory|file))$/],
  [
    /^cargo$/,
    /^(?:-[pF]|--(?:package|exclude|test|bin|bench|example|features|target|target-dir|profile|manifest-path|config|color))$/,
  ],
  [/^go$/, /^-(?:run|bench|tags|timeout|count|coverprofile|covermode|coverpkg|mod|modfile|o|ldflags|gcflags|exec)$/],
  [/^mage$/, /^-(?:d|w|t|compile|goos|goarch|ldflags|gocmd)$/],
  [/^npm$/, /^(?:-w|--(?:workspace|prefix))$/],
  [/^(?:pnpm|pn|yarn|bun)$/, /^(?:-F|--(?:filter|cwd))$/],
  [/^(?:mvn|\.\/mvnw)$/, /^(?:-[fPslt]|-pl|-rf|--(?:file|projects|activate-profiles|settings|resume-from))$/],
  [/^(?:gradle|\.\/gradlew)$/, /^(?:-[pbcxI]|--(?:tests|project-dir|exclude-task|init-script))$/],
  [
    /^dotnet$/,
    /^(?:-[cfrolvs]|--(?:filter|configuration|framework|runtime|output|logger|verbosity|settings|project))$/,
  ],
  [/^ctest$/, /^(?:-[RELCjDMT]|-LE|--(?:test-dir|build-config|preset|timeout|output-junit))$/],
  [/^swift$/, /^(?:-c|--(?:filter|skip|configuration|package-path|target|product))$/],
  [/^xcodebuild$/, /^-(?:scheme|target|project|workspace|destination|configuration|sdk)$/],
  [/^rspec$/, /^(?:-[etfI]|--(?:example|tag|format|pattern))$/],
  [/^(?:jest|vitest|mocha)$/, /^(?:-[tg]|--(?:testNamePattern|config|project|reporter|grep))$/],
  [/^phpunit$/, /^(?:-c|--(?:filter|testsuite|group|exclude-group|configuration))$/],
];

/**
 * Whether a command says all that its tool wants: one that ends in an option which has a value behind it, as prose names
 * options (`tox -e`), is not whole.
 */
export function isWholeCommand(words: readonly string[]): boolean {
  const last = words.at(-1) ?? '';
  if (!last.startsWith('-')) return true;
  // The tool may stand behind what starts it: `uv run pytest -k`.
  const isOpen = VALUED.some(([tool, options]) => options.test(last) && words.some((word) => tool.test(baseOf(word))));
  return !isOpen && !last.endsWith('=');
}

/** `vendor/bin/phpunit` is PHPUnit. */
function baseOf(word: string): string {
  return word.startsWith('./') ? word : word.slice(word.lastIndexOf('/') + 1);
}
