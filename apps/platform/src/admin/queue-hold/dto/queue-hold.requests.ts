import { GraphqlInput } from '#libs/graphql';
import { MayBeAbsent, OneOf } from '#libs/http';
import { PENDING_CHOICES, type PendingChoice } from '#libs/jobs';

@GraphqlInput('ReleaseQueuesInput')
export class ReleaseQueuesRequest {
  @MayBeAbsent()
  @OneOf(PENDING_CHOICES, { description: 'cancel, the default, sends nothing twice; send may.' })
  Pending?: PendingChoice;
}
