/** Beginnings of bodies: the first field of each format is another. */
const OURS = '{"EventId"';
const OF_SNS = '{"Type":"Notification"';
const OF_RESEND = '{"type":"';

/**
 * The headers that a body needs beside our own, by its format, which it shows itself: an endpoint may have another by now.
 * @param signed our own headers, with the signature of Standard Webhooks
 */
export function headersOfBody(
  body: string,
  endpointId: string,
  signed: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  if (body.startsWith(OURS)) return signed;
  if (body.startsWith(OF_SNS)) return { ...signed, ...snsHeaders(body, endpointId) };
  return body.startsWith(OF_RESEND) ? { ...signed, ...svixHeaders(signed) } : signed;
}

function snsHeaders(body: string, endpointId: string): Record<string, string> {
  const { Type, MessageId, TopicArn } = JSON.parse(body) as Record<'Type' | 'MessageId' | 'TopicArn', string>;
  return {
    'content-type': 'text/plain; charset=UTF-8',
    'x-amz-sns-message-type': Type,
    'x-amz-sns-message-id': MessageId,
    'x-amz-sns-topic-arn': TopicArn,
    'x-amz-sns-subscription-arn': `${TopicArn}:${endpointId}`,
  };
}

/** The signature of Standard Webhooks under the names of Svix, which signs for Resend. */
function svixHeaders(signed: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(signed).flatMap(([name, value]) =>
      name.startsWith('webhook-') ? [[name.replace('webhook-', 'svix-'), value]] : [],
    ),
  );
}
