import { BindRejected, SmppLink } from './link.js';
import { resolveSettings, type SmppOptions } from './options.js';
import { Status } from './status.js';
import { unreachable } from './unreachable.js';

/**
 * Binds to the service centre and unbinds. A centre that says that the account is bound already knows the credentials.
 * @throws SmsFailure if it refuses them or cannot be reached within `timeouts.connect`
 */
export async function checkSmpp(options: SmppOptions): Promise<void> {
  const settings = resolveSettings(options);
  // What the centre delivers meanwhile, it delivers again to the link that stays.
  const later = async () => Status.receiverTemporaryError;
  try {
    const link = await SmppLink.open(settings, later, new AbortController().signal);
    await link.unbind();
  } catch (error) {
    if (error instanceof BindRejected && error.status === Status.alreadyBound) return;
    throw unreachable(error);
  }
}
