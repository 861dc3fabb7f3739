import { expect, test } from 'vitest';
import { findRoutes } from './routes.ts';

function routesOf(text: string): readonly string[] {
  return findRoutes('a.ts', text).map(({ method, path }) => `${method} ${path}`);
}

test('Fastify: a plugin that stands in register lies below the prefix of its options, also where it calls its instance the same', () => {
  expect(
    routesOf(`import Fastify from 'fastify'
const fastify = Fastify()
fastify.get('/first', f)
fastify.register(async (fastify) => {
  fastify.get('/', f)
  fastify.get('/a', f)
  fastify.register(async function inner(app, options) {
    app.post('/b', f)
    fastify.get('/c', f)
  }, { prefix: '/inner' })
}, { logLevel: 'warn', prefix: '/v1' })
fastify.register((app, _, done) => { app.get('/d', f); done() })
fastify.register((app, _, done) => { app.get('/e', f); done() }, { prefix: PREFIX })
fastify.register(app => { app.get('/f', f) }, options)
app.get('/none', f)
fastify.get('/last', f)
`),
  ).toEqual([
    'GET /first',
    'GET /v1',
    'GET /v1/a',
    'POST /v1/inner/b',
    'GET /v1/c',
    'GET /d',
    'GET /e',
    'GET /f',
    'GET /last',
  ]);
});

test('Fastify: what its types say to be an instance has routes, where it is a parameter of a function', () => {
  expect(
    routesOf(`import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
type Add = (app: FastifyInstance) => void
export default async function routes(app: FastifyInstance, options: { a: string }): Promise<void> {
  app.get<{ Params: A }>('/a', f)
  app.register(async (own) => { own.get('/b', f) }, { prefix: '/own' })
}
const plugin: FastifyPluginAsync<Options> = async (fastify) => {
  fastify.put('/c', f)
}
function other(app: Other) {
  app.get('/none', f)
  fastify.get('/none', f)
}
`),
  ).toEqual(['GET /a', 'GET /own/b', 'PUT /c']);
});

test('Fastify: a route that is said by an object has its methods and its path', () => {
  expect(
    routesOf(`import Fastify from 'fastify'
const app = Fastify()
app.route({
  handler: async () => ({ url: '/no', method: 'PUT' }),
  method: 'GET',
  schema: { params: { method: 'no' } },
  // of '/b'
  url: '/a', // '/b'
})
app.register(async (own) => own.route({ method: 'GET', url: '/none' }))
app.register(async (own) => {
  own.route({ method: ['POST', 'PUT'], path: '/c' }).get('/d', f)
  own.route({ method, url: '/e' })
  own.route({ method: 'GET', url: PATH })
}, { prefix: '/own' })
app.route(settings)
`),
  ).toEqual(['GET /a', 'POST /own/c', 'PUT /own/c', 'GET /own/d']);
});

test('Fastify: one slash stands between a prefix and a path, and what is spread behind a prefix may be another', () => {
  const lines = [
    "import Fastify from 'fastify';",
    'const app = Fastify();',
    "app.register(async (a) => { a.get('/b', f); a.get('c', f); }, { prefix: '/a/' });",
    "app.register(async (a) => { a.get('/d', f); }, { prefix: 'e' });",
    "app.register(async (a) => { a.get('/g', f); }, { 'prefix': '/h' });",
    "app.register(async (a) => { a.get('/i', f); }, { prefix: '/j', ...options });",
    "app.register(async (a) => { a.get('/k', f); }, { ...options, prefix: '/l' });",
  ];
  const found = findRoutes('server.ts', lines.join('\n')).map(({ method, path }) => `${method} ${path}`);
  expect(found).toEqual(['GET /a/b', 'GET /a/c', 'GET /e/d', 'GET /h/g', 'GET /i', 'GET /l/k']);
});
