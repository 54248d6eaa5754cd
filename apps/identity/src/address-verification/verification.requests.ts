import { Text } from '#libs/core/http';
import { TOKEN_MAX } from '../link-tokens/link-token.entity.js';

export class VerifyAddressRequest {
  @Text({ min: 1, max: TOKEN_MAX })
  token: string;
}
