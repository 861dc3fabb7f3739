import { expect, test } from 'vitest';
import { factSheetOf } from '../../../../test/support/fact-sheet-of.ts';
import { readContainers } from './containers.ts';

async function containerOf(dockerfile: string): Promise<string | undefined> {
  const { entryPoints } = await factSheetOf({ Dockerfile: dockerfile }, readContainers);
  return entryPoints.map(({ line, target }) => `${line} ${target}`)[0];
}

test('a container is told with its program and the arguments for it, over as many lines as they take', async () => {
  const file =
    'FROM x\nENTRYPOINT [ "/bin/p" ]\nCMD        [ "--config=p.yml", \\\n  # why\n             "--path=/p" ]\n';
  expect(await containerOf(file)).toBe('2 ENTRYPOINT [ "/bin/p" ] CMD [ "--config=p.yml", "--path=/p" ]');
});

test('of several the last counts, and a stage starts with what the stage has that it is made from', async () => {
  expect(await containerOf('FROM a AS one\nCMD ["x"]\nFROM c\nRUN make\n')).toBeUndefined();
  expect(await containerOf('FROM a AS one\nCMD ["x"]\nFROM one\nCMD ["y"]\nCMD ["z"]\n')).toBe('5 CMD ["z"]');
  expect(await containerOf('FROM --platform=x a AS one\nENTRYPOINT ["x"]\nFROM One AS two\n')).toBe(
    '2 ENTRYPOINT ["x"]',
  );
});

test('a container is called as its file is', async () => {
  const text = 'FROM a\nCMD ["x"]\n';
  const { entryPoints, manifests } = await factSheetOf({ Dockerfile: text, 'b/Containerfile': text }, readContainers);
  expect(entryPoints.map(({ name }) => name)).toEqual(['Dockerfile', 'Containerfile']);
  expect(manifests.map(({ name }) => name)).toEqual(['Dockerfile', 'Containerfile']);
});

test('an empty list runs nothing, and takes back what was said before', async () => {
  expect(await containerOf('FROM x\nENTRYPOINT []\n')).toBeUndefined();
  expect(await containerOf('FROM x AS one\nENTRYPOINT ["a"]\nFROM one\nENTRYPOINT [ ]\nCMD ["b"]\n')).toBe(
    '5 CMD ["b"]',
  );
});

test('a container to work in, and one that only opens a shell, are no entry points', async () => {
  const work = await factSheetOf({ '.devcontainer/Dockerfile': 'FROM x\nCMD ["serve"]\n' }, readContainers);
  expect(work.entryPoints).toEqual([]);
  expect(work.manifests.map(({ file }) => file)).toEqual(['.devcontainer/Dockerfile']);
  expect(await containerOf('FROM x\nCMD ["/bin/bash"]\n')).toBeUndefined();
  expect(await containerOf('FROM x\nCMD bash\n')).toBeUndefined();
  expect(await containerOf('FROM x\nCMD ["/bin/sh", "-c", "serve"]\n')).toBe('2 CMD ["/bin/sh", "-c", "serve"]');
});

test('a container that runs the tests begins nothing of the project', async () => {
  expect(await containerOf('FROM a\nCMD ["npm", "run", "test"]\n')).toBeUndefined();
  expect(await containerOf('FROM a\nCMD ["bash", "-c", "ruby /app/test/runner.rb | tee out"]\n')).toBeUndefined();
  expect(await containerOf('FROM a\nCMD ["npm", "run", "testnet"]\n')).toBe('2 CMD ["npm", "run", "testnet"]');
  expect(await containerOf('FROM a\nENTRYPOINT ["/usr/bin/tox-bootstrapd"]\n')).toBe(
    '2 ENTRYPOINT ["/usr/bin/tox-bootstrapd"]',
  );
  expect(await containerOf('FROM a\nCMD ["npm", "run", "test-server"]\n')).toBe('2 CMD ["npm", "run", "test-server"]');
  expect(await containerOf('FROM a\nCMD ["python", "-m", "pytest"]\n')).toBeUndefined();
  expect(await containerOf('FROM a\nCMD npm run test:ci\n')).toBeUndefined();
});

test('a container whose script beside it runs the tests begins nothing either', async () => {
  const startedBy = async (script: string) => {
    const Dockerfile = 'FROM a\nENTRYPOINT ["/entrypoint.sh"]\n';
    const { entryPoints } = await factSheetOf(
      { 'e/Dockerfile': Dockerfile, 'e/entrypoint.sh': script },
      readContainers,
    );
    return entryPoints.map(({ target }) => target);
  };
  expect(await startedBy('set -e\ncd /app\nplaywright test "$@"\n')).toEqual([]);
  expect(await startedBy('sleep 1\nplaywright test\nCODE=$?\n\nkill $PID 2>/dev/null || true\nexit $CODE\n')).toEqual(
    [],
  );
  expect(await startedBy('if [ "$T" ]; then\n  playwright test\nfi\nserve\n')).toEqual([
    'ENTRYPOINT ["/entrypoint.sh"]',
  ]);
  expect(await startedBy('pytest\n# then\n  serve --all\n')).toHaveLength(1);
  expect(await startedBy('rspec\nrails server\n\n')).toHaveLength(1);
  expect(await startedBy('pytest\nexec serve\n')).toEqual(['ENTRYPOINT ["/entrypoint.sh"]']);
});
