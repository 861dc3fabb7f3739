import { describe, expect, test } from 'vitest';
import { edgesOf, externalsOf, graphOf, unresolvedOf } from '../../../../test/support/imports.ts';

describe('imports of Ruby', () => {
  test('what is required leads to the gem that has it, and to the folder of the file', async () => {
    const graph = await graphOf({
      'shop.gemspec': '',
      'lib/shop.rb': `require 'json'
require "shop/cart"
require_relative 'shop/order.rb'
require_relative "gone"
require 'rack/request'
autoload :Later, 'shop/later'
# require 'shop/ghost'
text = "require 'shop/ghost'"
require File.join('shop', name)
require "shop/#{name}"
`,
      'lib/shop/cart.rb': "require 'shop/order'\n",
      'lib/shop/order.rb': '',
      'lib/shop/later.rb': '',
      'lib/shop/ghost.rb': '',
      'test/cart_test.rb': "require 'test_helper'\nrequire 'shop'\n",
      'test/test_helper.rb': "require 'minitest/autorun'\n",
    });
    expect(edgesOf(graph)).toEqual([
      'lib/shop.rb -> lib/shop/cart.rb',
      'lib/shop.rb -> lib/shop/later.rb (dynamic)',
      'lib/shop.rb -> lib/shop/order.rb',
      'lib/shop/cart.rb -> lib/shop/order.rb',
      'test/cart_test.rb -> lib/shop.rb',
      'test/cart_test.rb -> test/test_helper.rb',
    ]);
    expect(externalsOf(graph)).toEqual(['json (standard)', 'minitest (standard)', 'rack']);
    expect(unresolvedOf(graph)).toEqual(['lib/shop.rb: gone']);
  });

  test('constants of a Rails application lead to the files that are named so, the innermost module first', async () => {
    const graph = await graphOf({
      'config/application.rb': "require 'rails/all'\n",
      'app/models/order.rb': 'class Order < ApplicationRecord\n  belongs_to :user\nend\n',
      'app/models/application_record.rb': 'class ApplicationRecord\nend\n',
      'app/models/admin/order.rb': 'class Admin::Order\nend\n',
      'app/controllers/concerns/paging.rb': 'module Paging\nend\n',
      'app/controllers/admin/orders_controller.rb':
        'module Admin\n  class OrdersController\n    include Paging\n    # User\n    def index = Order.all\n    def top = ::Order.all\n  end\nend\n',
      'app/controllers/orders_controller.rb': 'class OrdersController\n  def index = Order.where("User")\nend\n',
      'app/models/user.rb': 'class User\nend\n',
    });
    expect(edgesOf(graph)).toEqual([
      'app/controllers/admin/orders_controller.rb -> app/controllers/concerns/paging.rb (same_package)',
      'app/controllers/admin/orders_controller.rb -> app/models/admin/order.rb (same_package)',
      'app/controllers/admin/orders_controller.rb -> app/models/order.rb (same_package)',
      'app/controllers/orders_controller.rb -> app/models/order.rb (same_package)',
      'app/models/order.rb -> app/models/application_record.rb (same_package)',
    ]);
  });

  test('autoload without a path leads to the file that Active Support looks for', async () => {
    const graph = await graphOf({
      'shop.gemspec': '',
      'lib/shop.rb': `require "active_support"

module Shop
  extend ActiveSupport::Autoload

  autoload :CartItem
  autoload :Gone

  eager_autoload do
    autoload :HTMLPage

    autoload_under "metal" do
      autoload :Orders
    end

    autoload_at "shop/errors" do
      autoload :CartError
    end
    autoload :Base
  end

  module Api
    extend ActiveSupport::Autoload
    autoload :Client
  end

  module ::Shelf
    autoload :Box
  end
end
`,
      'lib/shop/cart_item.rb': '',
      'lib/shop/html_page.rb': '',
      'lib/shop/metal/orders.rb': '',
      'lib/shop/errors.rb': '',
      'lib/shop/base.rb': '',
      'lib/shop/api/client.rb': '',
      'lib/shelf/box.rb': '',
      'lib/other.rb': 'module Other\n  autoload :Base\nend\n',
    });
    expect(edgesOf(graph)).toEqual([
      'lib/shop.rb -> lib/shelf/box.rb (dynamic)',
      'lib/shop.rb -> lib/shop/api/client.rb (dynamic)',
      'lib/shop.rb -> lib/shop/base.rb (dynamic)',
      'lib/shop.rb -> lib/shop/cart_item.rb (dynamic)',
      'lib/shop.rb -> lib/shop/errors.rb (dynamic)',
      'lib/shop.rb -> lib/shop/html_page.rb (dynamic)',
      'lib/shop.rb -> lib/shop/metal/orders.rb (dynamic)',
    ]);
    expect(unresolvedOf(graph)).toEqual(['lib/shop.rb: shop/gone']);
  });

  test('a constant means no file of an application that lies elsewhere, as the one that tests carry', async () => {
    const graph = await graphOf({
      'engine.gemspec': '',
      'test/dummy/config/application.rb': '',
      'test/dummy/app/models/person.rb': 'class Person\nend\n',
      'test/dummy/app/models/team.rb': 'Person.all\n',
      'examples/simple.rb': 'class Person\nend\nPerson.new\n',
      'app/models/person.rb': 'class Person\nend\n',
    });
    expect(edgesOf(graph)).toEqual(['test/dummy/app/models/team.rb -> test/dummy/app/models/person.rb (same_package)']);
  });

  test('what stands beside a script is no package of others; a gem that is named like a file of a library is', async () => {
    const graph = await graphOf({
      'shop.gemspec': '',
      'guides/guides.rb': "require 'guides/writer'\nrequire 'redcarpet'\n",
      'guides/guides/writer.rb': '',
      'lib/shop/cache.rb': "require 'redis/client'\n",
      'lib/shop/redis/client.rb': '',
    });
    expect(edgesOf(graph)).toEqual(['guides/guides.rb -> guides/guides/writer.rb (same_package)']);
    expect(externalsOf(graph)).toEqual(['redcarpet', 'redis']);
  });
});
