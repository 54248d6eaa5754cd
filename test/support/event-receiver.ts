import { HttpSink } from '#libs/test/testing';

/** Starts a server in place of an app that receives events: it answers that each was applied. */
export async function startEventReceiver(): Promise<HttpSink> {
  const receiver = await HttpSink.start();
  receiver.answer({ headers: { 'content-type': 'application/json' }, body: '{"receipt":"applied"}' });
  return receiver;
}
