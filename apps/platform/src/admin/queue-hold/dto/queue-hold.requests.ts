import { GraphqlInput } from '#libs/core/graphql';
import { MayBeAbsent, OneOf } from '#libs/core/http';
import { PENDING_CHOICES, type PendingChoice } from '#libs/core/jobs';

@GraphqlInput('ReleaseQueuesInput')
export class ReleaseQueuesRequest {
  @MayBeAbsent()
  @OneOf(PENDING_CHOICES, { description: 'cancel, the default, sends nothing twice; send may.' })
  Pending?: PendingChoice;
}
