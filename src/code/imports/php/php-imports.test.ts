import { describe, expect, test } from 'vitest';
import { edgesOf, externalsOf, graphOf, unresolvedOf } from '../../../../test/support/imports.ts';

describe('imports of PHP', () => {
  test('classes lead to the files that declare them, by uses, full names and the own namespace', async () => {
    const graph = await graphOf({
      'composer.json': '{"require":{"php":">=8","monolog/monolog":"^3"}}',
      'src/App.php': `<?php
declare(strict_types=1);
namespace Shop;

use Shop\\Data\\{Store, Item as Thing};
use Shop\\Tools\\Clock;
use Monolog\\Logger;
use function Shop\\Tools\\now;
use Shop\\Data\\Gone;
use DateTimeImmutable;

require __DIR__ . '/helpers.php';
require_once __DIR__ . '/gone.php';

final class App extends Base implements \\Shop\\Contract\\Runs
{
    // Unused
    private string $text = "Ghost";
    public function __construct(private Store $store, ?Order $order) {}
    public function run(): Thing { return Clock::now(new Helper(), self::LIMIT, Data\\Other::class); }
}
`,
      'src/Base.php': '<?php\nnamespace Shop;\nabstract class Base {}\n',
      'src/Helper.php': '<?php\nnamespace Shop;\nclass Helper {}\n',
      'src/Order.php': '<?php\nnamespace Shop;\nclass Order {}\n',
      'src/Ghost.php': '<?php\nnamespace Shop;\nclass Ghost {}\nclass Unused {}\n',
      'src/Runs.php': '<?php\nnamespace Shop\\Contract;\ninterface Runs {}\n',
      'src/Data/Store.php': '<?php\nnamespace Shop\\Data;\nclass Store {}\n',
      'src/Data/Item.php': '<?php\nnamespace Shop\\Data;\nenum Item {}\n',
      'src/Data/Other.php': '<?php\nnamespace Shop\\Data;\ntrait Other {}\n',
      'src/Tools/Clock.php': '<?php\nnamespace Shop\\Tools;\nclass Clock {}\n',
      'src/Tools/now.php': '<?php\nnamespace Shop\\Tools;\nfunction now() {}\n',
      'src/helpers.php': 'Ghost <b>use Shop\\Ghost;</b>\n<?php function helper() {} ?>\nGhost\n',
      'vendor/monolog/src/Logger.php': '<?php\nnamespace Monolog;\nclass Logger {}\n',
    });
    expect(edgesOf(graph)).toEqual([
      'src/App.php -> src/Base.php (same_package)',
      'src/App.php -> src/Data/Item.php',
      'src/App.php -> src/Data/Other.php',
      'src/App.php -> src/Data/Store.php',
      'src/App.php -> src/Helper.php (same_package)',
      'src/App.php -> src/Order.php (same_package)',
      'src/App.php -> src/Runs.php',
      'src/App.php -> src/Tools/Clock.php',
      'src/App.php -> src/Tools/now.php',
      'src/App.php -> src/helpers.php',
    ]);
    expect(externalsOf(graph)).toEqual(['DateTimeImmutable (standard)', 'Monolog\\Logger']);
    expect(unresolvedOf(graph)).toEqual(['src/App.php: Shop\\Data\\Gone', 'src/App.php: /gone.php']);
  });

  test('a class that is used under another name leaves its own name to the class of the own namespace', async () => {
    const graph = await graphOf({
      'src/Event/Listener.php': `<?php
namespace Shop\\Event;

use Shop\\Script\\Event as ScriptEvent, Shop\\Script\\Event as Again;
use Shop\\Script\\{Name as Title, Word};

class Listener
{
    public function on(Event $event, ?Name $name, Word $word): ?ScriptEvent { return null; }
}
`,
      'src/Event/Event.php': '<?php\nnamespace Shop\\Event;\nclass Event {}\n',
      'src/Event/Name.php': '<?php\nnamespace Shop\\Event;\nclass Name {}\n',
      'src/Event/Word.php': '<?php\nnamespace Shop\\Event;\nclass Word {}\n',
      'src/Event/ScriptEvent.php': '<?php\nnamespace Shop\\Event;\nclass ScriptEvent {}\n',
      'src/Script/Event.php': '<?php\nnamespace Shop\\Script;\nclass Event {}\n',
      'src/Script/Name.php': '<?php\nnamespace Shop\\Script;\nclass Name {}\n',
      'src/Script/Word.php': '<?php\nnamespace Shop\\Script;\nclass Word {}\n',
    });
    expect(edgesOf(graph)).toEqual([
      'src/Event/Listener.php -> src/Event/Event.php (same_package)',
      'src/Event/Listener.php -> src/Event/Name.php (same_package)',
      'src/Event/Listener.php -> src/Script/Event.php',
      'src/Event/Listener.php -> src/Script/Name.php',
      'src/Event/Listener.php -> src/Script/Word.php',
    ]);
  });

  test('a namespace may be used by itself, and classes by their names within it', async () => {
    const graph = await graphOf({
      'src/App.php': `<?php
namespace Shop\\Console;
use Shop;
use Shop\\Command;
use Shop\\Tools\\Old as Older;
class App { public function all() { return [new Command\\About(), new Older\\Clock(), Shop\\Version::class]; } }
`,
      'src/Version.php': '<?php\nnamespace Shop;\nclass Version {}\n',
      'src/Command/About.php': '<?php\nnamespace Shop\\Command;\nclass About {}\n',
      'src/Tools/Old/Hour/Hour.php': '<?php\nnamespace Shop\\Tools\\Old\\Hour;\nclass Hour {}\n',
    });
    expect(edgesOf(graph)).toEqual(['src/App.php -> src/Command/About.php', 'src/App.php -> src/Version.php']);
    expect(unresolvedOf(graph)).toEqual([]);
    expect(externalsOf(graph)).toEqual([]);
  });

  test('a name from the global namespace on leads to no class of the own one', async () => {
    const graph = await graphOf({
      'src/Clock.php': `<?php
namespace Shop;

use DateTimeZone;
use Countable as Counts;

class Clock extends \\DateTimeImmutable implements \\Stringable, Counts
{
    public function zone(DateTimeZone $zone, Exception $own, \\Exception $other, \\Shop\\Day\\Gone $gone) {}
}
`,
      'src/Day.php': '<?php\nnamespace Shop;\nclass Day {}\n',
      'src/DateTimeImmutable.php': '<?php\nnamespace Shop;\nclass DateTimeImmutable {}\n',
      'src/DateTimeZone.php': '<?php\nnamespace Shop;\nclass DateTimeZone {}\n',
      'src/Countable.php': '<?php\nnamespace Shop;\nclass Countable {}\n',
      'src/Exception.php': '<?php\nnamespace Shop;\nclass Exception {}\n',
      'src/Stringable.php': '<?php\nclass Stringable {}\n',
    });
    expect(edgesOf(graph)).toEqual([
      'src/Clock.php -> src/Exception.php (same_package)',
      'src/Clock.php -> src/Stringable.php',
    ]);
  });

  test('functions and constants lead to where they are declared, also below a condition; methods are none', async () => {
    const graph = await graphOf({
      'src/App.php': `<?php
namespace Shop;
use function Shop\\Tools\\defer;
use function Shop\\Tools\\{later, soon as early};
use function Shop\\Tools\\method;
use const Shop\\Tools\\LIMIT;
use const Shop\\Tools\\DEFINED;
use function count;
use const PHP_EOL;
`,
      'src/functions.php': `<?php
namespace Shop\\Tools;
if (! function_exists('Shop\\Tools\\defer')) {
    function defer(): object { return new class (1) { public function later() {} }; }
}
function &later() {} function soon() {}
define('Shop\\Tools\\DEFINED', 1);
`,
      'src/constants.php':
        '<?php\nnamespace Shop\\Tools;\nconst LIMIT = 1;\nclass Box { const LIMIT = 2; function method() {} }\n',
    });
    expect(edgesOf(graph)).toEqual(['src/App.php -> src/constants.php', 'src/App.php -> src/functions.php']);
    expect(unresolvedOf(graph)).toEqual(['src/App.php: Shop\\Tools\\method']);
  });

  test('a trait that a class uses is one of its namespace or of what is imported', async () => {
    const graph = await graphOf({
      'src/App.php': `<?php
namespace Shop;

use Shop\\Tools\\Macros;

class App
{
    use Macros, Own;
    use Other {
        Other::run as private runs;
    }
}
`,
      'src/Own.php': '<?php\nnamespace Shop;\ntrait Own {}\n',
      'src/Other.php': '<?php\nnamespace Shop;\ntrait Other {}\n',
      'src/Macros.php': '<?php\nnamespace Shop;\ntrait Macros {}\n',
      'src/Tools/Macros.php': '<?php\nnamespace Shop\\Tools;\ntrait Macros {}\n',
    });
    expect(edgesOf(graph)).toEqual([
      'src/App.php -> src/Other.php (same_package)',
      'src/App.php -> src/Own.php (same_package)',
      'src/App.php -> src/Tools/Macros.php',
    ]);
  });

  test('each of several namespaces of a file declares its own names', async () => {
    const graph = await graphOf({
      'src/App.php': '<?php\nnamespace Main;\nuse One\\A;\nuse Two\\A as B;\nuse Two\\C;\n',
      'src/one.php': '<?php\nnamespace One { class A {} class C {} }\nnamespace Other { class A {} }\n',
      'src/two.php': '<?php\nnamespace Two;\nclass A {} class C {}\n',
    });
    expect(edgesOf(graph)).toEqual(['src/App.php -> src/one.php', 'src/App.php -> src/two.php']);
    expect(unresolvedOf(graph)).toEqual([]);
  });

  test('a path with a variable in it is put together at run time, and leads nowhere that is known', async () => {
    const graph = await graphOf({
      'a.php': [
        '<?php',
        'require __DIR__ . "/$name.php";',
        'require __DIR__ . "/{$name}.php";',
        `require __DIR__ . "/$${'{name}'}.php";`,
        "require __DIR__ . '/$b.php';",
        'require __DIR__ . "/c.php";',
        '',
      ].join('\n'),
      '$b.php': '<?php\n',
      'c.php': '<?php\n',
    });
    expect(edgesOf(graph)).toEqual(['a.php -> $b.php', 'a.php -> c.php']);
    expect(unresolvedOf(graph)).toEqual([]);
  });

  test('what a list leaves out is told', async () => {
    const rows = Array.from({ length: 5_200 }, (_, at) => `require __DIR__ . '/f${at}.php';\n`);
    const graph = await graphOf({ 'a.php': `<?php\n${rows.join('')}`, 'f5199.php': '<?php\n', 'f1200.php': '<?php\n' });
    expect(edgesOf(graph)).toEqual(['a.php -> f1200.php']);
    expect(graph.gaps).toEqual(['a.php names more types than are read; the rest was left out']);
  });
});
