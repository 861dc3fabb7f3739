import { expect, test } from 'vitest';
import { findRoutes } from './routes.ts';

function routesOf(lines: readonly string[]): readonly string[] {
  const text = ['Rails.application.routes.draw do', ...lines, 'end'].join('\n');
  return findRoutes('config/routes.rb', text).map(({ method, path }) => `${method} ${path}`);
}

test('Rails: namespaces and scopes stand before what they hold, whatever they are said to be', () => {
  expect(
    routesOf([
      '  root "a#b"',
      '  namespace :admin do',
      '    root to: "c#d"',
      "    get '/stats', to: 'e#f'",
      "    scope '/v1', as: :one do",
      '      constraints(id: /\\d+/) do',
      '        resources :users',
      '      end',
      '    end',
      "    namespace :blog, path: 'log' do",
      "      get 'new'",
      '    end',
      '    scope module: :x do',
      "      get 'y'",
      '    end',
      '    scope path: PREFIX do',
      "      get 'z'",
      '    end',
      '  end',
      "  scope module: 'api',",
      "    path: '/api' do",
      "    post 'b'",
      '  end',
      '  concern :shared do',
      "    get 'c'",
      '  end',
      "  get 'd'",
    ]),
  ).toEqual([
    'GET /',
    'GET admin',
    'GET admin/stats',
    'RESOURCES admin/v1/users',
    'GET admin/log/new',
    'GET admin/y',
    'GET z',
    'POST /api/b',
    'GET c',
    'GET d',
  ]);
});

test('Rails: paths of one of the resources, and of all of them, lie where Rails puts them', () => {
  expect(
    routesOf([
      '  resources :photos, only: [:index] do',
      "    get 'top', on: :collection",
      "    get 'preview', :on => :member",
      "    get 'print', on: :new",
      '    member do',
      "      post 'like'",
      '    end',
      '    collection do',
      "      get 'search'",
      '    end',
      '    resources :comments',
      "    get 'raw'",
      '  end',
      '  resources :categories do',
      "    get 'a'",
      '  end',
      '  resources :series do',
      "    get 'b'",
      '  end',
      "  resources :posts, path: 'articles', param: :slug do",
      "    get 'c', on: :member",
      "    get 'd', on: :collection",
      '  end',
      '  resource :profile do',
      "    get 'e'",
      '  end',
      '  resources :users, only: [] do',
      "    get 'f', on: :collection",
      '  end',
      '  resources :hidden, path: PATH',
    ]),
  ).toEqual([
    'RESOURCES photos',
    'GET photos/top',
    'GET photos/:id/preview',
    'GET photos/new/print',
    'POST photos/:id/like',
    'GET photos/search',
    'RESOURCES photos/:photo_id/comments',
    'GET photos/:photo_id/raw',
    'RESOURCES categories',
    'GET categories/:category_id/a',
    'RESOURCES series',
    'GET b',
    'RESOURCES articles',
    'GET articles/:slug/c',
    'GET articles/d',
    'RESOURCE profile',
    'GET profile/e',
    'GET users/f',
  ]);
});

test('Rails: resources under another name have the parameter of that, and their root is where all of them are', () => {
  const lines = [
    "  resources :photos, as: 'images' do",
    '    resources :comments',
    "    root to: 'photos#all'",
    '  end',
    '  resources :lists, as: name_of(:lists) do',
    '    resources :rows',
    '  end',
    "  resources :pages, path: '/' do",
    "    get 'source'",
    "    get 'print', on: :member",
    '  end',
    '  namespace :admin do',
    '    scope(:old) {',
    '      resources :users, constraints: {',
    '        id: /x/',
    '      }',
    '    }',
    "    get 'stats', to: 'stats#show'",
    '  end',
  ];
  expect(routesOf(lines)).toEqual([
    'RESOURCES photos',
    'RESOURCES photos/:image_id/comments',
    'GET photos',
    'RESOURCES lists',
    'RESOURCES rows',
    'RESOURCES /',
    'GET /:page_id/source',
    'GET /:id/print',
    'RESOURCES admin/old/users',
    'GET admin/stats',
  ]);
});

test('Rails: a name is a path as a text is, also in a block of one line', () => {
  const lines = [
    '  get :health, to: "a#b"',
    '  resources :photos do',
    '    get :preview, :print, on: :member',
    '    collection { get :search; post "sort" }',
    '    member { post :like }',
    '    member do',
    '      delete :star',
    '    end',
    '  end',
    '  with { get :x }',
    '  own_resources :albums do',
    '    member do',
    '      post :lock',
    '      post "raw"',
    '    end',
    '  end',
  ];
  expect(routesOf(lines)).toEqual([
    'GET health',
    'RESOURCES photos',
    'GET photos/:id/preview',
    'GET photos/:id/print',
    'GET photos/search',
    'POST photos/sort',
    'POST photos/:id/like',
    'DELETE photos/:id/star',
    'POST raw',
  ]);
});

test('Rails: a name of what all resources do lies at these, one with a path there, and one for a new one below `new`', () => {
  const lines = [
    '  resources :photos do',
    '    collection { delete :destroy; get :search, path: "find" }',
    '    member do',
    '      patch :update',
    '      delete "destroy"',
    '    end',
    '    get :show',
    '    get :preview, on: :new',
    '    get :pic, on: :member, path: PICTURE',
    '    get :note, # path: "old"',
    '      on: :member',
    '    resource :thumb do',
    '      delete :destroy',
    '    end',
    '  end',
    '  namespace :admin do',
    '    get :index',
    '  end',
  ];
  expect(routesOf(lines)).toEqual([
    'RESOURCES photos',
    'DELETE photos',
    'GET photos/find',
    'PATCH photos/:id',
    'DELETE photos/:id/destroy',
    'GET photos/:photo_id/show',
    'GET photos/new/preview',
    'GET photos/:id/note',
    'RESOURCE photos/:photo_id/thumb',
    'DELETE photos/:photo_id/thumb',
    'GET admin/index',
  ]);
});

test('Rails: what resources are told by is a part of paths, also where the word for one is not known', () => {
  const lines = [
    '  resources :pages, param: :slug do',
    '    get :print',
    '    scope module: :pages do',
    '      member { post :publish }',
    '    end',
    '    scope "a" do',
    '      get :unknown',
    '    end',
    '  end',
    '  resources :statuses do',
    '    get :unknown',
    '    post :close, on: :member',
    '    collection { get :all }',
    '  end',
  ];
  expect(routesOf(lines)).toEqual([
    'RESOURCES pages',
    'GET pages/:page_slug/print',
    'POST pages/:slug/publish',
    'RESOURCES statuses',
    'POST statuses/:id/close',
    'GET statuses/all',
  ]);
});
