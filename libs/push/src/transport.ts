export type PushPlatform = 'ios' | 'android' | 'web';

export interface PushDevice {
  platform: PushPlatform;
  /** As the device registered it; for a browser the JSON of its PushSubscription. */
  token: string;
}

export interface PushContent {
  /** Ours, `psh_…`; the same on every attempt, so that devices show a message that comes twice once. */
  id: string;
  notification: { title: string; body: string };
  /** For the app that gets the message, beside what it shows. */
  data?: Record<string, unknown>;
}

export interface PushMessage extends PushContent {
  device: PushDevice;
}

export interface TopicMessage extends PushContent {
  /** Without the prefix `/topics/`. */
  topic: string;
}

/** The push service's word that the message is its own now. None of them says whether a device ever showed it. */
export interface PushReceipt {
  /** The service's name for the message, where it gives one. */
  providerId?: string;
}

/** One way to hand messages to devices. Safe to use from many places at a time. */
export interface PushTransport {
  /** Resolves once the push service has taken the message. Rejects with `PushFailure` and nothing else. */
  send(message: PushMessage): Promise<PushReceipt>;
  /** Lets what is under way come to its end for a short while. Later calls of `send` reject, temporarily. */
  close(): Promise<void>;
}

/** One way to hand a message to everybody who subscribed to a topic at the push service. */
export interface TopicTransport {
  /** Resolves once the push service has taken the message. Rejects with `PushFailure` and nothing else. */
  sendToTopic(message: TopicMessage): Promise<PushReceipt>;
}
