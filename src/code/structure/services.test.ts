import { expect, test } from 'vitest';
import { graphOf } from '../../../test/support/imports.ts';
import { type FileSpecs, makeFolder } from '../../../test/support/repository.ts';
import { openSource } from '../source/open-source.ts';
import { makeProjectFiles } from '../source/project-files.ts';
import { NO_FOCUS } from './focus.ts';
import { serviceRows } from './services.ts';

/** What some files tell of services: `name by what line`. */
async function servicesOf(specs: FileSpecs): Promise<readonly string[]> {
  return (await rowsOf(specs)).map(({ service, as, line }) => `${service}: ${as} ${line}`);
}

async function rowsOf(specs: FileSpecs): ReturnType<typeof serviceRows> {
  const { externals } = await graphOf(specs);
  const folder = makeFolder(specs);
  const opened = await openSource({ location: folder.path, ref: null, denied: [] });
  if (!opened.ok) throw new Error(opened.error);
  try {
    const { entries } = await opened.value.list(new AbortController().signal);
    return await serviceRows(makeProjectFiles(opened.value, entries, ''), externals, [], NO_FOCUS);
  } finally {
    await opened.value.close();
    folder.remove();
  }
}

test('an image is known with its registry, its organisation and its variant, and a tool beside a service is none', async () => {
  const images = [
    'mysql/mysql-server:5.7',
    'mcr.microsoft.com/mssql/server:2022-latest',
    'mcr.microsoft.com/azure-storage/azurite',
    'amazon/dynamodb-local:2.0.0',
    '"registry.local:5000/cache/redis-stack-server@sha256:00"',
    'acme/postgres-exporter',
    'acme/server',
    '$REDIS',
  ];
  const text = `services:\n${images.map((one) => `    image: ${one}\n`).join('')}`;
  expect(await servicesOf({ 'compose.yaml': text })).toEqual([
    'AWS: image amazon/dynamodb-local 5',
    'Microsoft Azure: image azure-storage/azurite 4',
    'Microsoft SQL Server: image mssql/server 3',
    'MySQL or MariaDB: image mysql/mysql-server 2',
    'Redis or Valkey: image cache/redis-stack-server 6',
  ]);
});

test('a store of files is no database', async () => {
  const text = 'services:\n  db:\n    image: postgres:16\n  files:\n    image: minio/minio\n';
  const rows = await rowsOf({ 'compose.yaml': text });
  expect(rows.map(({ service, kind }) => `${service} ${kind}`)).toEqual(['MinIO storage', 'PostgreSQL database']);
});

test('what packages of tests are run against is no service of the program', async () => {
  const text = 'services:\n  db:\n    image: postgres:16\n';
  const files = {
    'dev/node-integration-tests/suites/knex/docker-compose.yml': text,
    'e2e-tests/compose.yaml': text.replace('postgres', 'redis'),
    'src/Shop.Tests/compose.yaml': text.replace('postgres', 'mysql'),
    'compose.test.yaml': text,
  };
  expect(await servicesOf(files)).toEqual(['PostgreSQL: image postgres 3']);
});

test('a cache of .NET that keeps what it holds in Redis is told by that, and a base image that upgrades PostgreSQL as it', async () => {
  const files = {
    'shop.csproj': '<Project />',
    'Startup.cs': 'using Microsoft.Extensions.Caching.StackExchangeRedis;\nclass Startup {}\n',
    'compose.yaml': 'services:\n  db:\n    image: pgautoupgrade/pgautoupgrade:18-alpine\n',
  };
  expect(await servicesOf(files)).toEqual([
    'Redis or Valkey: Microsoft.Extensions.Caching.StackExchangeRedis 1',
    'PostgreSQL: image pgautoupgrade/pgautoupgrade 3',
  ]);
});

test('what keeps pictures and counts visits for a program is a service of it', async () => {
  const files = {
    'package.json': '{"dependencies": {"cloudinary": "2", "posthog-node": "5"}}',
    'a.ts': "import { v2 as cloudinary } from 'cloudinary';\nimport { PostHog } from 'posthog-node';\n",
  };
  expect(await servicesOf(files)).toEqual(['Cloudinary: cloudinary 1', 'PostHog: posthog-node 2']);
});

test('clients are known by the packages of a shared namespace of Python, and by any version and package of a module of Go', async () => {
  const told = await servicesOf({
    'requirements.txt': 'google-cloud-storage\n',
    'a.py': `try:
    from google.cloud import storage, firestore
    from google.api_core import retry
except ImportError:
    storage = None
import azure.cosmos.aio, azure.identity
import consul, pyArango.connection, google.cloud.logging
`,
    'go.mod':
      'module example.com/a\nrequire (\n\tgithub.com/neo4j/neo4j-go-driver/v5 v5.0.0\n\tgithub.com/aws/aws-sdk-go-v2 v1.0.0\n)\n',
    'main.go':
      'package main\n\nimport (\n\t"github.com/aws/aws-sdk-go-v2/aws"\n\t"github.com/neo4j/neo4j-go-driver/v5/neo4j"\n\t"github.com/redis/rueidis/om"\n\t"github.com/neo4j/neo4j-go-drivers"\n)\n',
  });
  expect(told).toEqual([
    'AWS: github.com/aws/aws-sdk-go-v2 4',
    'ArangoDB: pyArango 7',
    'Azure Cosmos DB: azure.cosmos 6',
    'Consul: consul 7',
    'Google Cloud: google.cloud.logging 7',
    'Google Cloud Firestore: google.cloud.firestore 2',
    'Google Cloud Storage: google.cloud.storage 2',
    'Microsoft Azure: azure.identity 6',
    'Neo4j: github.com/neo4j/neo4j-go-driver/v5 5',
    'Redis or Valkey: github.com/redis/rueidis/om 6',
  ]);
});

test('what only helps with dates, lists and types is no client, though it is called like those of a cloud, and nor is a declaration', async () => {
  const told = await servicesOf({
    'package.json':
      '{"dependencies": {"@google-cloud/precise-date": "4", "@aws-sdk/types": "3", "@azure/logger": "1", "openai": "6"}}',
    'clock.ts':
      "import { PreciseDate } from '@google-cloud/precise-date';\nimport '@azure/logger';\nimport '@aws-sdk/types';\n",
    'env.d.ts': "declare const model: import('openai').OpenAI;\n",
    'go.mod': 'module example.com/a\nrequire cloud.google.com/go v0.110.0\n',
    'main.go': 'package main\n\nimport "cloud.google.com/go/civil"\n',
  });
  expect(told).toEqual([]);
});

test('several clients of a service are counted together and named together', async () => {
  const manifest = '{"name": "a", "dependencies": {"ioredis": "1", "redis": "1", "@libsql/client": "1"}}';
  const told = await servicesOf({
    'package.json': manifest,
    'a.ts': "import Redis from 'ioredis';\n",
    'b.ts': "import { createClient } from 'redis';\n",
    'c.ts': "import { createClient } from '@libsql/client';\nimport Redis from 'ioredis';\n",
  });
  expect(told).toEqual(['Redis or Valkey: ioredis, redis 1', 'libSQL: @libsql/client 1']);
});

test('a file that has only the form of data of a client needs no service', async () => {
  const manifest =
    'module example.com/a\nrequire (\n\tgo.mongodb.org/mongo-driver v1.0.0\n\tgo.mongodb.org/mongo-driver/v2 v2.0.0\n)\n';
  const files = {
    'go.mod': manifest,
    'a.go': 'package a\n\nimport "go.mongodb.org/mongo-driver/v2/bson"\n',
    'b.go': 'package a\n\nimport "go.mongodb.org/mongo-driver/bson/bsoncodec"\n',
    'c.cs': 'using MongoDB.Bson;\nnamespace C { class A { ObjectId id; } }\n',
  };
  expect(await servicesOf(files)).toEqual([]);
  const client = `package a\n\nimport (\n\t"go.mongodb.org/mongo-driver/v2/bson"\n\t"go.mongodb.org/mongo-driver/v2/mongo"\n)\n`;
  expect(await servicesOf({ ...files, 'd.go': client })).toEqual(['MongoDB: go.mongodb.org/mongo-driver/v2 4']);
});

test('what a program copies into the projects that it makes is no service of its own', async () => {
  const uses = "import postgres from 'postgres';\nexport const db = postgres('x');\n";
  const found = await servicesOf({
    'package.json': '{"name": "shop", "dependencies": {"postgres": "1"}}',
    'cli/template/extras/src/db.ts': uses,
    'src/db.ts': uses,
  });
  expect(found).toEqual(['PostgreSQL: postgres 1']);
  const copied = {
    'package.json': '{"name": "shop", "dependencies": {"postgres": "1"}}',
    'cli/template/a/db.ts': uses,
  };
  expect(await servicesOf(copied)).toEqual([]);
  // A site of Django may have an application of this name, which is the whole of it.
  const shop = {
    'requirements.txt': 'redis\n',
    'manage.py': '',
    'myapp/__init__.py': '',
    'myapp/views.py': 'import redis\n\nkept = redis.Redis()\n',
  };
  expect(await servicesOf(shop)).toEqual(['Redis or Valkey: redis 1']);
});
