import { Text } from '#libs/http';

/** Longer than any token of ours; what it is shows when it is looked up. */
export const TOKEN_MAX = 200;

export class ConfirmRequest {
  @Text({ min: 1, max: TOKEN_MAX })
  token: string;
}
