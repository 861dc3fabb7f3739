import type { Service } from './service.ts';

/** Stores of keys, searches, graphs, vectors and files. */
export const STORES: readonly Service[] = [
  {
    name: 'Redis or Valkey',
    kind: 'database',
    clients: {
      script: 'redis ioredis @redis/client @upstash/redis',
      python: 'redis aioredis',
      go: 'github.com/redis/go-redis/ github.com/go-redis/redis github.com/gomodule/redigo',
      rust: 'redis fred',
      java: 'redis.clients. io.lettuce. org.redisson. org.springframework.data.redis.',
      csharp: 'StackExchange.Redis',
      ruby: 'redis redis-client',
      php: 'Predis\\',
    },
    images: 'redis valkey',
    schemes: 'redis rediss valkey',
  },
  {
    name: 'Elasticsearch or OpenSearch',
    kind: 'database',
    clients: {
      script: '@elastic/elasticsearch @opensearch-project/opensearch',
      python: 'elasticsearch opensearchpy elasticsearch_dsl',
      go: 'github.com/elastic/go-elasticsearch github.com/opensearch-project/opensearch-go',
      rust: 'elasticsearch opensearch',
      java: 'org.elasticsearch. co.elastic.clients. org.opensearch.',
      csharp: 'Elastic.Clients.Elasticsearch Nest OpenSearch.',
      ruby: 'elasticsearch',
      php: 'Elastic\\ Elasticsearch\\ Elastica\\',
    },
    images: 'elasticsearch opensearch',
  },
  {
    name: 'Neo4j',
    kind: 'database',
    clients: {
      script: 'neo4j-driver',
      python: 'neo4j',
      go: 'github.com/neo4j/neo4j-go-driver',
      rust: 'neo4rs',
      java: 'org.neo4j.',
    },
    images: 'neo4j',
    schemes: 'neo4j bolt',
  },
  {
    name: 'Memcached',
    kind: 'database',
    clients: {
      script: 'memcached memjs',
      python: 'pymemcache pylibmc',
      go: 'github.com/bradfitz/gomemcache',
      ruby: 'dalli',
    },
    images: 'memcached',
  },
];
