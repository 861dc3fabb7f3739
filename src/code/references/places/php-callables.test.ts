import { expect, test } from 'vitest';
import { askCode } from '../../../../test/support/ask-code.ts';

const controller = (namespace: string): string =>
  `<?php\nnamespace ${namespace};\nclass CartController {\n  public function store() {}\n  public function all() {\n    return array_map([$this, 'store'], array('a', 'store'));\n  }\n}\n`;

const TREE = {
  'app/CartController.php': controller('App'),
  'admin/CartController.php': controller('Admin'),
};

const usesOf = async (query: string, ...lines: readonly string[]): Promise<readonly string[]> => {
  const tree = { ...TREE, 'routes.php': ['<?php', ...lines].join('\n') };
  const { rows } = await askCode(tree, { mode: 'references', query });
  return rows.map(({ file, line, edge }) => `${file}:${line} ${edge?.evidence}`);
};

test('a method of PHP is used where it is handed on behind its class, as routes do, or behind its object', async () => {
  const routes = [
    'use App\\CartController;',
    "Route::post('store', [CartController::class, 'store'])->name('cart.store');",
    'Route::post(\'store\', array(\\Admin\\CartController::class, "store"));',
    'Route::post([',
    '  CartController::class,',
    "  'store',",
    ']);',
    "$texts = ['store', CartController::class, 'store-all', 'store'];",
    "$pairs = [CartController::class, 'store', 1];",
  ];
  expect(await usesOf('app/CartController.php#CartController/store', ...routes)).toEqual([
    'app/CartController.php:6 exact',
    'routes.php:3 exact',
    'routes.php:7 exact',
  ]);
  expect(await usesOf('admin/CartController.php#CartController/store', ...routes)).toEqual([
    'admin/CartController.php:6 exact',
    'routes.php:4 exact',
  ]);
});

test('a pair of a class and a text is no use of a constant, a property or a class of that name', async () => {
  const tree = {
    'Status.php':
      "<?php\nenum Status {\n  case Open;\n  const FIRST = 1;\n  public function pairs() {\n    return [[Status::class, 'Open'], [self::class, 'FIRST'], [$this, 'title']];\n  }\n}\n",
    'Page.php':
      "<?php\nclass Page {\n  public $title = '';\n  public function pair() {\n    return [$this, 'title'];\n  }\n}\nclass Open {}\n",
  };
  const rowsOf = async (query: string): Promise<readonly string[]> => {
    const { rows } = await askCode(tree, { mode: 'references', query });
    return rows.map(({ file, line }) => `${file}:${line}`);
  };
  for (const query of ['Status/Open', 'Status/FIRST', 'Page/title', 'Page.php#Open'])
    expect(await rowsOf(query)).toEqual([]);
});
