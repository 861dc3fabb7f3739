import type { Ecosystem } from '../package.ts';

/**
 * Names that many projects install, written down by hand: what squatters imitate, and what is never taken for a squat.
 * Data, not a ranking; a name that is missing only means one imitation less is noticed.
 */
export const POPULAR_NAMES: Readonly<Record<Ecosystem, readonly string[]>> = {
  npm: words(`
    react react-dom react-router react-router-dom react-redux react-native react-scripts react-query react-hook-form
    react-select react-icons react-is react-transition-group redux redux-thunk redux-saga reselect immer zustand mobx
    preact vue vue-router vuex pinia nuxt next svelte angular jquery jquery-ui backbone ember-cli lit solid-js astro remix
    gatsby express koa koa-router fastify hapi restify connect body-parser cookie-parser cookie-session cors helmet morgan
    multer compression serve-static express-session express-validator passport passport-local passport-jwt jsonwebtoken
    jose bcrypt bcryptjs argon2 nodemailer socket.io socket.io-client ws uws sockjs engine.io mqtt amqplib kafkajs
    lodash lodash.merge lodash.get lodash-es underscore ramda async bluebird q co rxjs immutable moment moment-timezone
    dayjs date-fns luxon uuid nanoid shortid cuid ulid chalk colors kleur picocolors ansi-styles ansi-regex strip-ansi
    supports-color color-name color-convert debug winston pino bunyan log4js loglevel signale ora inquirer prompts enquirer
    commander yargs yargs-parser minimist meow cac oclif caporal vorpal figlet boxen cli-table cli-table3 cli-progress
    axios request request-promise got node-fetch superagent needle undici ky cross-fetch isomorphic-fetch whatwg-fetch
    cheerio jsdom puppeteer puppeteer-core playwright selenium-webdriver webdriverio cypress nightwatch testcafe
    mocha chai sinon jest ts-jest babel-jest vitest ava tape jasmine karma nyc istanbul supertest nock enzyme should expect
    typescript ts-node tsx tslib tslint eslint prettier stylelint husky lint-staged commitlint standard xo jshint jslint
    webpack webpack-cli webpack-dev-server rollup vite parcel esbuild swc browserify gulp grunt grunt-cli bower nodemon pm2
    forever concurrently npm-run-all cross-env dotenv dotenv-expand rimraf mkdirp glob fast-glob globby minimatch micromatch
    picomatch anymatch chokidar fs-extra graceful-fs shelljs execa cross-spawn which find-up del cpy ncp tar archiver
    adm-zip unzipper yauzl jszip pako zlib semver npm pnpm yarn lerna nx turbo npx node-gyp nan node-sass sass less stylus
    postcss autoprefixer cssnano tailwindcss bootstrap bulma styled-components emotion classnames clsx normalize.css
    mongodb mongoose mysql mysql2 pg sqlite3 better-sqlite3 redis ioredis knex sequelize typeorm prisma objection bookshelf
    levelup leveldown nedb lowdb firebase firebase-admin aws-sdk googleapis stripe twilio discord.js telegraf
    node-telegram-bot-api slack ethers web3 bitcoinjs-lib electron electron-builder ejs pug handlebars mustache nunjucks
    marked markdown-it showdown highlight.js prismjs yaml js-yaml toml ini json5 xml2js fast-xml-parser csv-parse papaparse
    validator joi yup zod ajv superstruct io-ts class-validator class-transformer reflect-metadata inversify core-js
    regenerator-runtime babel-core babel-cli babel-loader babel-polyfill babel-eslint babel-preset-env css-loader
    style-loader file-loader url-loader sass-loader ts-loader html-webpack-plugin three d3 chart.js echarts leaflet pixi.js
    phaser gsap animejs swiper hammerjs sharp jimp canvas pdfkit pdfjs-dist exceljs xlsx qs query-string path-to-regexp
    mime mime-types accepts content-type raw-body bytes ms depd inherits once wrappy safe-buffer readable-stream
    through2 split2 pump event-stream iconv-lite buffer util events stream-browserify process assert querystring punycode
    lru-cache object-assign extend deepmerge clone rfdc fast-deep-equal fast-json-stable-stringify left-pad is-number
    kind-of isarray has-flag escape-string-regexp p-limit p-map p-queue p-retry p-try retry agentkeepalive https-proxy-agent
    http-proxy-agent http-proxy http-server serve live-server browser-sync opn open node-cron cron agenda bull bullmq
    graphql graphql-tag apollo-server apollo-client openai langchain
    @babel/core @babel/cli @babel/preset-env @babel/preset-react @babel/preset-typescript @babel/runtime @babel/parser
    @types/node @types/react @types/react-dom @types/jest @types/express @types/lodash @angular/core @angular/common
    @angular/cli @vue/cli @nestjs/core @nestjs/common @nestjs/cli @reduxjs/toolkit @mui/material @emotion/react
    @tanstack/react-query @testing-library/react @typescript-eslint/parser @typescript-eslint/eslint-plugin @prisma/client
    @aws-sdk/client-s3 @google-cloud/storage @octokit/rest @sentry/node @playwright/test @modelcontextprotocol/sdk
    @anthropic-ai/sdk @biomejs/biome`),
  pypi: words(`
    requests urllib3 certifi idna charset-normalizer chardet httpx aiohttp tornado flask django fastapi starlette uvicorn
    gunicorn werkzeug jinja2 markupsafe click typer rich colorama tqdm numpy scipy pandas matplotlib seaborn scikit-learn
    tensorflow keras torch torchvision transformers tokenizers datasets xgboost lightgbm opencv-python pillow nltk spacy
    gensim sqlalchemy alembic psycopg2 psycopg2-binary pymysql mysqlclient pymongo redis celery kombu boto3 botocore
    s3transfer awscli google-cloud-storage azure-storage-blob paramiko cryptography pycryptodome pyopenssl bcrypt pyjwt
    passlib pyyaml toml tomli ruamel.yaml python-dateutil pytz tzdata six attrs pydantic marshmallow jsonschema simplejson
    lxml beautifulsoup4 html5lib selenium scrapy pytest pytest-cov pytest-mock tox nox coverage mock hypothesis black isort
    flake8 pylint mypy ruff pre-commit setuptools wheel pip virtualenv pipenv poetry build twine packaging cython numba
    dask pyspark airflow apache-airflow jupyter notebook ipython ipykernel streamlit plotly dash bokeh networkx sympy
    protobuf grpcio docker kubernetes ansible fabric invoke psutil python-dotenv loguru structlog sentry-sdk openai
    anthropic langchain discord.py python-telegram-bot web3 ccxt pygame pyinstaller openpyxl xlrd docutils sphinx mkdocs
    markdown pygments`),
  cargo: words(`
    serde serde_json serde_derive tokio rand log env_logger clap syn quote proc-macro2 libc regex lazy_static once_cell
    anyhow thiserror futures bytes hyper reqwest axum actix-web warp rocket tower tonic prost tracing tracing-subscriber
    chrono time uuid url base64 hex sha2 md5 ring rustls openssl itertools rayon crossbeam parking_lot dashmap hashbrown
    indexmap smallvec bitflags num num-traits num_cpus memchr aho-corasick byteorder nom pest toml serde_yaml csv diesel
    sqlx rusqlite redis mongodb tempfile walkdir glob ignore notify async-trait async-std pin-project criterion proptest
    wasm-bindgen web-sys js-sys bindgen cc cmake winapi windows nix mio socket2 rustdecimal rust_decimal`),
  go: words(`
    github.com/gin-gonic/gin github.com/gorilla/mux github.com/labstack/echo/v4 github.com/gofiber/fiber/v2
    github.com/go-chi/chi/v5 github.com/spf13/cobra github.com/spf13/viper github.com/spf13/pflag
    github.com/stretchr/testify github.com/sirupsen/logrus go.uber.org/zap github.com/rs/zerolog github.com/pkg/errors
    github.com/google/uuid github.com/gorilla/websocket github.com/lib/pq github.com/jackc/pgx/v5
    github.com/go-sql-driver/mysql github.com/mattn/go-sqlite3 gorm.io/gorm github.com/redis/go-redis/v9
    github.com/boltdb/bolt go.mongodb.org/mongo-driver github.com/golang/protobuf google.golang.org/protobuf
    google.golang.org/grpc github.com/prometheus/client_golang github.com/aws/aws-sdk-go github.com/aws/aws-sdk-go-v2
    github.com/docker/docker k8s.io/client-go k8s.io/api k8s.io/apimachinery golang.org/x/crypto golang.org/x/net
    golang.org/x/sys golang.org/x/text golang.org/x/sync gopkg.in/yaml.v3 gopkg.in/yaml.v2 github.com/BurntSushi/toml
    github.com/golang-jwt/jwt/v5 github.com/fatih/color github.com/davecgh/go-spew github.com/hashicorp/consul
    github.com/hashicorp/vault github.com/urfave/cli/v2 github.com/joho/godotenv`),
  maven: words(`
    org.springframework:spring-core org.springframework:spring-context org.springframework:spring-web
    org.springframework.boot:spring-boot-starter-web org.springframework.boot:spring-boot-starter
    com.fasterxml.jackson.core:jackson-databind com.fasterxml.jackson.core:jackson-core com.google.guava:guava
    com.google.code.gson:gson org.apache.commons:commons-lang3 commons-io:commons-io commons-codec:commons-codec
    org.slf4j:slf4j-api ch.qos.logback:logback-classic org.apache.logging.log4j:log4j-core log4j:log4j junit:junit
    org.junit.jupiter:junit-jupiter org.mockito:mockito-core org.assertj:assertj-core org.hibernate:hibernate-core
    mysql:mysql-connector-java org.postgresql:postgresql com.h2database:h2 org.projectlombok:lombok
    org.apache.httpcomponents:httpclient com.squareup.okhttp3:okhttp com.squareup.retrofit2:retrofit io.netty:netty-all
    org.apache.kafka:kafka-clients org.jetbrains.kotlin:kotlin-stdlib org.scala-lang:scala-library
    javax.servlet:javax.servlet-api jakarta.servlet:jakarta.servlet-api org.apache.maven:maven-core`),
  nuget: words(`
    Newtonsoft.Json Serilog NLog log4net AutoMapper Dapper EntityFramework Microsoft.EntityFrameworkCore xunit NUnit
    MSTest.TestFramework Moq FluentAssertions NSubstitute Polly MediatR FluentValidation Swashbuckle.AspNetCore
    StackExchange.Redis RestSharp CsvHelper Npgsql MySql.Data MongoDB.Driver AWSSDK.Core Azure.Core Azure.Identity
    System.Text.Json Microsoft.Extensions.Logging Microsoft.Extensions.DependencyInjection Microsoft.NET.Test.Sdk Grpc.Net.Client
    Google.Protobuf Hangfire Quartz RabbitMQ.Client SixLabors.ImageSharp HtmlAgilityPack BouncyCastle.Cryptography
    Castle.Core Autofac coverlet.collector`),
  gem: words(`
    rails rake bundler rack sinatra puma unicorn thin nokogiri json activesupport activerecord actionpack activemodel
    devise pundit cancancan rspec rspec-rails minitest capybara factory_bot faker sidekiq resque redis pg mysql2 sqlite3
    sequel mongoid httparty faraday rest-client excon typhoeus jwt bcrypt omniauth oauth2 haml slim sass jekyll
    kramdown redcarpet thor pry byebug rubocop simplecov webmock vcr dotenv aws-sdk aws-sdk-s3 fog carrierwave paperclip
    shrine kaminari will_paginate ransack simple_form draper cocoapods fastlane chef puppet vagrant concurrent-ruby i18n
    tzinfo addressable mime-types multi_json builder erubi zeitwerk bootsnap webpacker turbolinks`),
  composer: words(`
    symfony/console symfony/http-foundation symfony/http-kernel symfony/yaml symfony/process symfony/framework-bundle
    laravel/framework laravel/laravel laravel/tinker laravel/sanctum guzzlehttp/guzzle guzzlehttp/psr7 monolog/monolog
    phpunit/phpunit doctrine/orm doctrine/dbal doctrine/annotations twig/twig nesbot/carbon ramsey/uuid vlucas/phpdotenv
    phpstan/phpstan squizlabs/php_codesniffer friendsofphp/php-cs-fixer mockery/mockery fakerphp/faker league/flysystem
    predis/predis aws/aws-sdk-php psr/log psr/container nikic/php-parser phpmailer/phpmailer tymon/jwt-auth
    spatie/laravel-permission barryvdh/laravel-debugbar intervention/image dompdf/dompdf phpoffice/phpspreadsheet
    composer/composer wp-cli/wp-cli`),
};

function words(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}
