export const READ_JOB = 'inbound.read';

export interface ReadReceived {
  emailId: string;
}
