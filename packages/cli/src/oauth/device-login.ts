import type { Context } from '../context.js';
import type { Profile } from '../credentials.js';
import { NotReadyError, UsageError } from '../io.js';
import {
  askForCode,
  type DeviceCode,
  findServer,
  OAuthError,
  type OAuthServer,
  redeem,
  type Tokens,
  Unreachable,
} from './oauth-server.js';
import { loginOf } from './stored-login.js';

/** The pace of polls unless the server says one, and what `slow_down` adds to it (RFC 8628, 3.5; seconds). */
const INTERVAL = 5;

/** Logs in by a code that the user approves in a browser, on this machine or any other. */
export async function byDeviceCode(context: Context, urls: Profile['urls']): Promise<Profile> {
  const { io } = context;
  if (!urls.platform) throw new UsageError('--platform is missing');
  const server = await findServer(urls.platform, io.introduction, io.signal);
  const code = await askForCode(server, io.introduction, io.signal);
  show(context, code);
  const tokens = await waitForApproval(context, server, code);
  const tenant = context.text('tenant');
  return { urls, ...loginOf(server, tokens), ...(tenant && { tenant }) };
}

/** Shows the code and where to enter it, but not the secret by which this program asks for the outcome. */
function show(context: Context, { device_code: _secret, ...shown }: DeviceCode): void {
  const { io } = context;
  const {
    user_code: code,
    verification_uri: page,
    verification_uri_complete: link = page,
    expires_in: seconds,
  } = shown;
  if (context.is('json')) io.out(JSON.stringify(shown));
  io.err(`Open this page in a browser, on this machine or any other, and approve the login:\n\n  ${link}\n`);
  io.err(`It must show the code ${code}. Without the link, enter it at ${page}`);
  io.err(`Waiting for ${Math.round(seconds / 60)} minutes at most. Ctrl-C ends it.`);
  if (context.is('open') && /^https?:\/\//.test(link)) io.open(link);
}

async function waitForApproval({ io }: Context, server: OAuthServer, code: DeviceCode): Promise<Tokens> {
  const until = Date.now() + code.expires_in * 1_000;
  let seconds = code.interval ?? INTERVAL;
  while (Date.now() < until) {
    await io.wait(seconds * 1_000);
    try {
      return await redeem(server, code.device_code, io.introduction, io.signal);
    } catch (error) {
      if (error instanceof Unreachable) io.err(`${error.message}. Trying again.`);
      else if (!(error instanceof OAuthError)) throw error;
      else if (error.code === 'slow_down') seconds += INTERVAL;
      else if (error.code !== 'authorization_pending') throw refusal(error);
    }
  }
  throw expired();
}

function refusal(error: OAuthError): Error {
  if (error.code === 'access_denied') return new NotReadyError('The login was denied.');
  return error.code === 'expired_token' ? expired() : error;
}

const expired = (): Error => new NotReadyError('The code has expired. Run: service login');
