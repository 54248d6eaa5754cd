export const DELIVER_JOB = 'inbound.deliver';

export interface DeliverInbound {
  inboundId: string;
}
