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
require "shop/<%= name %>"
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

  test('a path that is made from the own folder leads there', async () => {
    const graph = await graphOf({
      'config.ru': 'require ::File.expand_path("../config/environment", __FILE__)\nrun App\n',
      Rakefile: 'require File.expand_path "config/application", __dir__ unless defined?(App)\n',
      'config/environment.rb': "load File.join(File.dirname(__FILE__), 'application.rb')\n",
      'config/application.rb': `require(File.dirname(__FILE__) + "/boot")
require File.expand_path("gone", __dir__)
require File.expand_path("boot", __dir__) + version
require File.expand_path("#{name}", __dir__)
require File.expand_path("../config/environment", root)
`,
      'config/boot.rb': '',
    });
    expect(edgesOf(graph)).toEqual([
      'Rakefile -> config/application.rb',
      'config.ru -> config/environment.rb',
      'config/application.rb -> config/boot.rb',
      'config/environment.rb -> config/application.rb',
    ]);
    expect(graph.edges[2]).toMatchObject({ file: 'config/application.rb', line: 1 });
    expect(graph.unresolved).toMatchObject([{ file: 'config/application.rb', specifier: 'gone', line: 2 }]);
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

  test('constants of the folders that an application adds lead there', async () => {
    const graph = await graphOf({
      'config/application.rb':
        'module Shop\n  config.autoload_paths.push(\n    "#{root}/extras",\n    # "#{root}/gone",\n    Rails.root.join("app/other")\n  )\n  config.eager_load_paths << "#{Rails.root}/more"\nend\n',
      'app/models/cart.rb': 'class Cart\n  def a = Sponge.new(Kit::Tool, Gone, Last)\nend\n',
      'extras/sponge.rb': 'class Sponge\nend\n',
      'extras/kit/tool.rb': 'class Kit::Tool\nend\n',
      'gone/gone.rb': 'class Gone\nend\n',
      'more/last.rb': 'class Last\nend\n',
    });
    expect(edgesOf(graph)).toEqual([
      'app/models/cart.rb -> extras/kit/tool.rb (same_package)',
      'app/models/cart.rb -> extras/sponge.rb (same_package)',
      'app/models/cart.rb -> more/last.rb (same_package)',
    ]);
  });

  test('a constant that is loaded by autoload leads to the file of it', async () => {
    const graph = await graphOf({
      'shop.gemspec': '',
      'lib/shop.rb':
        'module Shop\n  autoload :CartReader, "shop/readers/cart_reader"\n  autoload :Gone, "shop/gone"\nend\n',
      'lib/shop/readers/cart_reader.rb': 'module Shop\n  class CartReader\n    MAX = 1\n  end\nend\n',
      'lib/shop/readers/other.rb': 'module Shop\n  class Other\n  end\nend\n',
      'lib/shop/reader.rb':
        'module Shop\n  class Reader\n    def a = CartReader.new(CartReader::MAX, Other)\n  end\nend\n',
    });
    expect(edgesOf(graph)).toEqual([
      'lib/shop.rb -> lib/shop/readers/cart_reader.rb (dynamic)',
      'lib/shop/reader.rb -> lib/shop/readers/cart_reader.rb (same_package)',
    ]);
  });

  test('a constant of a Rails application is spelled as its file is loaded, and one of the class itself leads nowhere', async () => {
    const graph = await graphOf({
      'config/application.rb': '',
      'config/initializers/limits.rb': 'class Limits\n  MESSAGE = "no"\n  def say = MESSAGE\nend\n',
      'app/models/message.rb': 'class Message\nend\n',
      'app/models/story.rb':
        'class Story\n  TAG = 1\n  def self.hint = create(text: <<~MESSAGE, title: TAG)\n    Hi, Message\n  MESSAGE\n  def all = [MESSAGE]\nend\n',
      'app/models/tag.rb': 'class Tag\nend\n',
      'app/models/api.rb': 'module API\nend\n',
      'app/jobs/send_job.rb': 'class SendJob\n  def run = API.send(Story::TAG, Admin::Page::LIMIT)\nend\n',
      'app/models/admin/page.rb': 'class Admin::Page\nend\n',
      'db/migrate/1_add_story.rb':
        'class AddStory\n  class Story < ActiveRecord::Base; end\n  def up\n    %w[\n      a\n    ].each { Story.find(_1) }\n    Story::Row.all\n  end\nend\n',
    });
    expect(edgesOf(graph)).toEqual([
      'app/jobs/send_job.rb -> app/models/admin/page.rb (same_package)',
      'app/jobs/send_job.rb -> app/models/api.rb (same_package)',
      'app/jobs/send_job.rb -> app/models/story.rb (same_package)',
    ]);
  });

  test('a constant that is only asked for leads nowhere', async () => {
    const graph = await graphOf({
      'shop.gemspec': '',
      'lib/shop.rb':
        'module Shop\n  def self.cli?\n    defined?(Shop::CLI)\n  end\n  def self.box = Shop::Box.new\nend\n',
      'lib/shop/cli.rb': 'module Shop\n  class CLI\n  end\nend\n',
      'lib/shop/box.rb': 'module Shop\n  class Box\n  end\nend\n',
    });
    expect(edgesOf(graph).map((edge) => edge.replace(/ \(.*/, ''))).toEqual(['lib/shop.rb -> lib/shop/box.rb']);
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

  test('constants of an engine lead to the files below its app folder, also from the application that tries it out', async () => {
    const graph = await graphOf({
      'shop.gemspec': '',
      'lib/shop.rb': 'module Shop\n  def self.name = 1\nend\n',
      'lib/shop/engine.rb': 'module Shop\n  class Engine < ::Rails::Engine\n  end\nend\n',
      'lib/shop/till.rb': 'module Shop\n  class Till\n    def name = Shop.name\n  end\nend\n',
      'lib/shop/helpers.rb': 'module Shop\n  def shop? = is_a?(::ShopController)\nend\n',
      'app/controllers/shop_controller.rb': 'class ShopController\n  helper ShopHelper\nend\n',
      'app/controllers/shop/carts_controller.rb': 'class Shop::CartsController < ShopController\nend\n',
      'app/helpers/shop_helper.rb': 'module ShopHelper\nend\n',
      'test/dummy/config/application.rb': '',
      'test/dummy/app/controllers/carts_controller.rb': 'class CartsController < Shop::CartsController\nend\n',
      // Declares the name itself.
      'examples/simple.rb': 'class ShopController\nend\nShopController.new\n',
    });
    expect(edgesOf(graph).map((edge) => edge.replace(/ \(.*/, ''))).toEqual([
      'app/controllers/shop/carts_controller.rb -> app/controllers/shop_controller.rb',
      'app/controllers/shop_controller.rb -> app/helpers/shop_helper.rb',
      'lib/shop/helpers.rb -> app/controllers/shop_controller.rb',
      // A module that is opened again is that of its own file.
      'lib/shop/till.rb -> lib/shop.rb',
      'test/dummy/app/controllers/carts_controller.rb -> app/controllers/shop/carts_controller.rb',
    ]);
  });

  test('what a Rails application requires leads to its own lib folder, and is no package of others', async () => {
    const graph = await graphOf({
      'shop.gemspec': '',
      'lib/shop.rb': "require 'shared_cart'\n",
      'test/dummy/config/application.rb': '',
      'test/dummy/lib/shared_cart.rb': '',
      'test/dummy/app/models/cart.rb': "require 'shared_cart'\n",
    });
    expect(edgesOf(graph)).toEqual(['test/dummy/app/models/cart.rb -> test/dummy/lib/shared_cart.rb']);
    // The gem cannot see what an application has that its tests carry.
    expect(externalsOf(graph)).toEqual(['shared_cart']);
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

  test('what is required is of the gem that a manifest names so, with whatever joins its words', async () => {
    const graph = await graphOf({
      Gemfile:
        'gem "http_parser.rb", "~> 0.6"\n  gem("rspec")\ngem \'rspec-mocks\'\n# gem "a-b"\ngem "minitest-reporters"\ngem "json"\ngem "redis"\n',
      'shop.gemspec': 's.add_runtime_dependency("em-websocket", "~> 0.5")\ns.add_development_dependency "net_http.x"\n',
      'lib/shop.rb': `require "http/parser"
require "http"
require "rspec/mocks/any"
require "rspec/core"
require "a/b"
require "minitest/reporters"
require "minitest/autorun"
require "json/add/core"
require "em-websocket"
require "redis_client"
require "net/http"
`,
    });
    expect(externalsOf(graph)).toEqual([
      'a',
      'em-websocket',
      'http',
      'http_parser.rb',
      'json (standard)',
      'minitest (standard)',
      'minitest-reporters',
      'net (standard)',
      'redis_client',
      'rspec',
      'rspec-mocks',
    ]);
  });

  test('a constant leads to the file of a gem that is named so and declares it', async () => {
    const graph = await graphOf({
      'shop.gemspec': '',
      'lib/shop.rb': 'module Shop\n  def self.log; end\nend\n\nCart.new\n',
      'lib/shop/site.rb': `module Shop
  class Site < Site::Base
    def run
      Drops::SiteDrop.new(Cart.new, Ghost.new, Inner.new)
      Shop::Tools::LIMIT
      Gone.new
      Far::Order.new
      "Shop::Text"
    end

    class Inner
    end
  end
end
`,
      'lib/shop/drops/site_drop.rb': 'module Shop\n  module Drops\n    class SiteDrop < Drop\n    end\n  end\nend\n',
      'lib/shop/drops/drop.rb': 'class Shop::Drops::Drop\n  def order = Order\nend\n',
      'lib/shop/drops/order.rb': 'module Shop\n  module Drops\n    class Order\n    end\n  end\nend\n',
      'lib/shop/cart.rb': 'module Shop\n  class Cart\n  end\nend\n',
      'lib/shop/text.rb': 'module Shop\n  class Text\n  end\nend\n',
      'lib/shop/inner.rb': 'module Shop\n  class Inner\n  end\nend\n',
      // Opens a class again.
      'lib/shop/site/more.rb': 'module Shop\n  class Site\n    def more = Site.run\n  end\nend\n',
      // Named so, and declares something else.
      'lib/shop/ghost.rb': 'module Shop\n  class Spirit\n  end\nend\n',
      'lib/shop/tools.rb': 'module Shop\n  module Tools\n    LIMIT = 3\n  end\nend\n',
      'lib/shop/gone.rb': '# class Gone\n',
      // Declares it, and is named otherwise.
      'lib/shop/all.rb': 'module Far\n  class Order\n  end\nend\n',
      'test/site_test.rb': 'class SiteTest < Minitest::Test\n  def test_it = Shop::Site.new(Shop.log)\nend\n',
    });
    expect(edgesOf(graph)).toEqual([
      'lib/shop/drops/site_drop.rb -> lib/shop/drops/drop.rb (same_package)',
      'lib/shop/site.rb -> lib/shop/cart.rb (same_package)',
      'lib/shop/site.rb -> lib/shop/drops/site_drop.rb (same_package)',
      'lib/shop/site.rb -> lib/shop/tools.rb (same_package)',
      'lib/shop/site/more.rb -> lib/shop/site.rb (same_package)',
      'test/site_test.rb -> lib/shop.rb (same_package)',
      'test/site_test.rb -> lib/shop/site.rb (same_package)',
    ]);
    expect(graph.edges.map(({ line }) => line)).toEqual([3, 4, 4, 5, 3, 2, 2]);
  });

  test('a constant for which two gems have a file means neither, and a part of a project sees the rest of it', async () => {
    const files = {
      'a/a.gemspec': '',
      'a/lib/kit/tool.rb': 'module Kit\n  class Tool\n  end\nend\n',
      'b/b.gemspec': '',
      'b/lib/kit/tool.rb': 'module Kit\n  class Tool\n  end\nend\n',
      'b/lib/kit/part.rb': 'module Kit\n  class Part\n  end\nend\n',
      'a/lib/kit/use.rb': 'module Kit\n  Tool.new\n  Part.new\nend\n',
    };
    expect(edgesOf(await graphOf(files))).toEqual(['a/lib/kit/use.rb -> b/lib/kit/part.rb (same_package)']);
    expect((await graphOf(files, { base: 'a/' })).outward.map(({ path }) => path)).toEqual(['b/lib/kit/part.rb']);
  });

  test('what others may add below a name of the project is told by that, and is not the project itself', async () => {
    const graph = await graphOf({
      'shop.gemspec': 'Gem::Specification.new { |s| s.add_dependency "shop-till" }\n',
      'example/Gemfile': 'gem "shop", path: ".."\n',
      'lib/shop.rb': 'require "shop/pro/version"\nrequire "shop/till/open"\nrequire "active_job/base"\n',
      // Adds to another gem.
      'lib/active_job/adapter.rb': '',
    });
    expect(externalsOf(graph)).toEqual(['active_job', 'shop-till', 'shop/pro']);
  });

  test('what comes with Ruby is told as that, gems that share its folders are not', async () => {
    const all = ['mkmf', 'rexml/document', 'kconv', 'did_you_mean', 'win32/registry', 'win32ole', 'io/console/size'];
    const others = ['net/ssh', 'win32/service', 'io/event', 'net/http/persistent'];
    const graph = await graphOf({
      Gemfile: 'gem "net-http-persistent"\n',
      'lib/a.rb': [...all, 'net/http', 'test/unit', ...others].map((one) => `require '${one}'\n`).join(''),
    });
    expect(externalsOf(graph)).toEqual([
      'did_you_mean (standard)',
      'io (standard)',
      'io/event',
      'kconv (standard)',
      'mkmf (standard)',
      'net (standard)',
      'net-http-persistent',
      'net/ssh',
      'rexml (standard)',
      'test (standard)',
      'win32 (standard)',
      'win32/service',
      'win32ole (standard)',
    ]);
  });

  test('a script at the top finds what lies beside it, if no gem is asked for by that name', async () => {
    const graph = await graphOf({
      Gemfile: 'gem "sinatra"\n',
      'main.rb': "require 'helper'\nrequire 'parts/one'\nrequire 'sinatra'\n",
      'helper.rb': '',
      'sinatra.rb': '',
      'parts/one.rb': "require 'helper'\n",
    });
    expect(edgesOf(graph)).toEqual(['main.rb -> helper.rb (same_package)', 'main.rb -> parts/one.rb (same_package)']);
    expect(externalsOf(graph)).toEqual(['helper', 'sinatra']);
  });
});
