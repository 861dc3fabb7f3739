import { structure } from '../../src/code/operations/structure.ts';
import type { OperationContext } from '../../src/code/questions/context.ts';
import {
  STRUCTURE_ASPECTS,
  type Structure,
  type StructureInput,
  type StructureOutput,
} from '../../src/code/questions/structure.types.ts';
import { openSource } from '../../src/code/source/open-source.ts';
import { makeRepository, type TestRepository } from './repository.ts';

/** A small shop: code with a cycle and a route, a test, a record of a decision, a schema, and two commits. */
export function makeShop(): TestRepository {
  return makeRepository(
    {
      'package.json': '{\n  "name": "shop",\n  "main": "src/index.ts"\n}\n',
      'src/index.ts':
        "import { cart } from './cart/cart.ts';\nimport express from 'express';\nconst app = express();\napp.get('/cart', cart);\n",
      'src/cart/cart.ts':
        "import { money } from '../base/money.ts';\nimport { pay } from './pay.ts';\nexport const cart = () => [money, pay];\n",
      'src/cart/pay.ts':
        "import type { Row } from '../base/row.ts';\nimport { cart } from './cart.ts';\nexport const pay = cart;\n",
      'src/base/money.ts': 'export const money = 1;\n',
      'src/base/row.ts':
        "import { readFileSync } from 'node:fs';\nexport type Row = string;\nexport const read = readFileSync;\n",
      'test/cart.test.ts': "import { cart } from '../src/cart/cart.ts';\ncart();\n",
      'docs/adr/0001-use-carts.md': '# 1. Use carts\n',
      'db/schema.sql': 'CREATE TABLE carts (id int);\n',
      'run.sh': 'echo\n',
    },
    { 'src/base/money.ts': 'export const money = 2;\n' },
  );
}

/** What a question about structure runs in. */
export function contextOf(): OperationContext {
  return {
    signal: new AbortController().signal,
    deadlineAtMs: performance.now() + 30_000,
    openSource: (selector) => openSource(selector),
  };
}

/** Questions about the structure of what lies at a place, unless another one is named. */
export function explainerOf(usual: string) {
  async function ask(changes: Partial<StructureInput> = {}, location = usual): Promise<StructureOutput> {
    const input: StructureInput = {
      source: { location, ref: null, denied: [] },
      prefix: null,
      aspects: STRUCTURE_ASPECTS,
      scope: null,
      since: null,
      question: null,
      depth: 2,
      ...changes,
    };
    return await structure(input, contextOf());
  }

  async function explain(changes: Partial<StructureInput> = {}, location = usual): Promise<Structure> {
    const output = await ask(changes, location);
    if (!('counts' in output)) throw new Error(output.status);
    return output;
  }
  return { ask, explain };
}
