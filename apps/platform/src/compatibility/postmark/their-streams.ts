import { Injectable } from '@nestjs/common';
import { currentTenantId } from '#libs/core/auth';
import { Problem } from '#libs/core/http';
import type { Topic } from '../../topics/topic.entity.js';
import { TopicsService } from '../../topics/topics.service.js';
import { unknownTopic } from '../../topics/unknown-topic.js';
import { DEFAULT_STREAM } from '../../webhook-formats/postmark/postmark-bounces.js';

const NO_STREAM = 'The message stream was not found.';

/** Finds the topics that clients of Postmark call streams. */
@Injectable()
export class TheirStreams {
  constructor(private readonly topics: TopicsService) {}

  /** The id of the topic that a list is asked for; null for messages of none, undefined for all. @throws Problem InvalidParameter */
  async topicAsked(name: string | undefined): Promise<string | null | undefined> {
    if (name === undefined) return undefined;
    return (await this.topicOf(name))?.id ?? null;
  }

  /** The topic that a stream in a path is; null for the one of messages without a topic. @throws Problem NotFound */
  async topicNamed(name: string): Promise<Topic | null> {
    const topic = name === DEFAULT_STREAM ? null : await this.topics.find(currentTenantId(), name);
    if (topic === null && name !== DEFAULT_STREAM) throw new Problem('NotFound', { message: NO_STREAM });
    return topic;
  }

  /** The topic that a stream is; null for the one of messages without a topic. @throws Problem InvalidParameter */
  async topicOf(name: string): Promise<Topic | null> {
    if (name === DEFAULT_STREAM) return null;
    const topic = await this.topics.find(currentTenantId(), name);
    if (!topic) throw unknownTopic();
    return topic;
  }
}
