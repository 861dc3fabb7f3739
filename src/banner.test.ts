import { describe, expect, test } from 'vitest';
import { banner } from './banner.ts';
import { Secret } from './base/secret.ts';

const started = {
  baseUrl: 'http://127.0.0.1:3900',
  firstKey: new Secret('mcp_live_first-key-abc123.secret'),
  projects: ['api', 'web'],
  ownerEmail: 'owner@localhost',
};
const callIn = (text: string) => JSON.parse(/ -d '(.*)'$/m.exec(text)?.[1] ?? 'null');

describe('the banner', () => {
  test('of the first start has the key and a curl line that asks about the first project', () => {
    const text = banner(started);
    expect(text).toContain('key       mcp_live_first-key-abc123.secret');
    expect(callIn(text).params).toEqual({ name: 'get_project_context', arguments: { path: 'api' } });
  });

  test('without a project has a curl line that is answered all the same', () => {
    const text = banner({ ...started, projects: [] });
    expect(text).toContain('none yet: npx portico project add PATH');
    expect(callIn(text).params).toEqual({ name: 'service_dev_info', arguments: {} });
  });

  test('of a later start has no key and says how to make another', () => {
    const text = banner({ ...started, firstKey: null });
    expect(text).not.toContain('mcp_live');
    expect(text).toContain('npx portico key create --account owner@localhost --name NAME');
  });

  test('stays short with many projects and says how many it left out', () => {
    const projects = Array.from({ length: 200 }, (_one, at) => `project-${at}`);
    expect(banner({ ...started, projects })).toContain('project-11 and 188 more: npx portico project list');
  });
});
