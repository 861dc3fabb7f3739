import type { Service } from './service.ts';

/** Queues and brokers. */
export const QUEUES: readonly Service[] = [
  {
    name: 'Kafka',
    kind: 'queue',
    clients: {
      script: 'kafkajs node-rdkafka @confluentinc/kafka-javascript',
      python: 'kafka confluent_kafka aiokafka',
      go: 'github.com/segmentio/kafka-go github.com/IBM/sarama github.com/Shopify/sarama github.com/confluentinc/confluent-kafka-go github.com/twmb/franz-go',
      rust: 'rdkafka',
      java: 'org.apache.kafka. org.springframework.kafka.',
      csharp: 'Confluent.Kafka',
      ruby: 'kafka rdkafka',
    },
    images: 'kafka cp-kafka redpanda',
    schemes: 'kafka',
  },
  {
    name: 'RabbitMQ (AMQP)',
    kind: 'queue',
    clients: {
      script: 'amqplib amqp-connection-manager rhea',
      python: 'pika aio_pika',
      go: 'github.com/rabbitmq/amqp091-go github.com/streadway/amqp',
      rust: 'lapin',
      java: 'com.rabbitmq. org.springframework.amqp.',
      csharp: 'RabbitMQ.Client RabbitMQ.Client.',
      ruby: 'bunny',
      php: 'PhpAmqpLib\\',
    },
    images: 'rabbitmq',
    schemes: 'amqp amqps',
  },
  {
    name: 'NATS',
    kind: 'queue',
    clients: {
      script: 'nats @nats-io/',
      python: 'nats',
      go: 'github.com/nats-io/nats.go',
      rust: 'async_nats nats',
      java: 'io.nats.',
      csharp: 'NATS.',
    },
    images: 'nats',
    schemes: 'nats',
  },
  { name: 'Celery', kind: 'queue', clients: { python: 'celery' } },
  { name: 'BullMQ (on Redis)', kind: 'queue', clients: { script: 'bullmq bull' } },
  { name: 'Sidekiq (on Redis)', kind: 'queue', clients: { ruby: 'sidekiq' } },
];
