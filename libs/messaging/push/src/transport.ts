export type PushPlatform = 'ios' | 'android' | 'web';

export interface PushDevice {
  platform: PushPlatform;
  /** The registered token; for a browser the JSON of its PushSubscription. */
  token: string;
}

export interface PushContent {
  /** `psh_…`; the same on every attempt, so that devices show a repeated message once. */
  id: string;
  notification: { title: string; body: string };
  /** For the receiving app; not shown. */
  data?: Record<string, unknown>;
  /** URL to which the device confirms the message by POST; left out if the message leaves no room for it. */
  receiptUrl?: string;
}

export interface PushMessage extends PushContent {
  device: PushDevice;
}

export interface TopicMessage extends PushContent {
  /** Without the prefix `/topics/`. */
  topic: string;
}

/** The push service accepted the message. It does not report whether a device showed it. */
export interface PushReceipt {
  /** The push service's id of the message, if it has one. */
  providerId?: string;
}

/** Sends messages to devices. Safe for concurrent use. */
export interface PushTransport {
  /** Resolves when the push service accepted the message. Rejects only with `PushFailure`. */
  send(message: PushMessage): Promise<PushReceipt>;
  /** Waits a short time for running sends. Later calls of `send` reject with a temporary failure. */
  close(): Promise<void>;
}

/** Sends a message to all subscribers of a topic of the push service. */
export interface TopicTransport {
  /** Resolves when the push service accepted the message. Rejects only with `PushFailure`. */
  sendToTopic(message: TopicMessage): Promise<PushReceipt>;
}
