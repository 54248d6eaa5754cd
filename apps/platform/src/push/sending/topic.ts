const PREFIX = 'topic:';

/** How a message to a topic names its recipient. */
export function topicRecipient(topic: string): string {
  return `${PREFIX}${topic}`;
}

/** The topic that a recipient stands for; undefined for a device. */
export function topicOf(recipient: string): string | undefined {
  return recipient.startsWith(PREFIX) ? recipient.slice(PREFIX.length) : undefined;
}
