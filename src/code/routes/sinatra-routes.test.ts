import { expect, test } from 'vitest';
import { findRoutes } from './routes.ts';

test('Sinatra: what stands in literal namespaces lies behind them, in another as written', () => {
  const text = [
    "require 'sinatra'",
    "require 'sinatra/namespace'",
    "namespace '/api' do",
    "  get '/a' do",
    '  end',
    "  namespace '/v1', auth: true do",
    "    post '/' do",
    '    end',
    '  end',
    '  namespace VERSION do',
    "    get '/b' do",
    '    end',
    '  end',
    'end',
    "get '/c' do",
    'end',
  ].join('\n');
  const told = findRoutes('app.rb', text).map(({ method, path }) => `${method} ${path}`);
  expect(told).toEqual(['GET /api/a', 'POST /api/v1/', 'GET /b', 'GET /c']);
});

test('Sinatra: a namespace ends with its own end, in one line too, and one that is put together is none that is known', () => {
  const text = [
    "require 'sinatra'",
    "namespace '/one' do get '/x' do 1 end end",
    "namespace '/api' do |api| # of all",
    'endpoint = 1',
    "  get '/a' do",
    '  end',
    'end',
    "namespace '/api' + VERSION do",
    "  get '/b' do",
    '  end',
    'end',
  ].join('\n');
  expect(findRoutes('app.rb', text).map(({ path }) => path)).toEqual(['/api/a', '/b']);
});
