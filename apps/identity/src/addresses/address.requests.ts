import { EmailAddress } from '#libs/core/http';

export class AddAddressRequest {
  @EmailAddress()
  email: string;
}
