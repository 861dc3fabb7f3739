import { describe, expect, test } from 'vitest';
import { cacheProjects } from '../../src/domain/projects/index.ts';
import { makeStores } from '../../src/storage/stores.ts';
import { joinTestWorker, makeTestHub } from '../support/channel-pair.ts';
import { ENGINES } from './engines.ts';
import { ACCOUNT, makeProject } from './records.ts';
import { useEngine } from './use-engine.ts';

for (const engine of ENGINES) {
  describe(`projects at hand in two workers on ${engine.name}`, () => {
    const { open } = useEngine(engine);

    test('every change by the one, or by a command, is what the other shows next', async () => {
      const hub = makeTestHub(open().database);
      const [here, there] = [await joinTestWorker(hub), await joinTestWorker(hub)];
      const projectsOf = (database: typeof hub.database) => cacheProjects(makeStores(database).projects, database);
      const [writer, reader, command] = [here.database, there.database, hub.database].map(projectsOf);
      if (writer === undefined || reader === undefined || command === undefined) throw new Error('three were made');
      const shown = async () => (await reader.list(ACCOUNT.id)).map(({ name }) => name);
      expect(await shown()).toEqual([]);
      await command.insert(makeProject({ id: '1', name: 'api', location: '/api', origin: 'added' }));
      expect(await shown()).toEqual(['api']);
      await writer.replaceStartRoots(ACCOUNT.id, [
        makeProject({ id: '2', name: 'web', location: '/web', origin: 'start' }),
      ]);
      expect(await shown()).toEqual(['api', 'web']);
      await writer.remove(ACCOUNT.id, 'api');
      expect(await shown()).toEqual(['web']);
      for (const worker of [here, there]) worker.end();
      hub.close();
    });
  });
}
