import type { Topic } from './topic.entity.js';

/** A page that a recipient reads has no room for more. */
export const MAX_TOPICS = 100;

/** The id or the slug of a topic. */
export const TOPIC_NAME = /^(?:top_[0-9a-f]{16}|[a-z0-9]+(?:-[a-z0-9]+)*)$/;

export type TopicValues = Pick<Topic, 'name' | 'slug' | 'description' | 'transactional'>;
