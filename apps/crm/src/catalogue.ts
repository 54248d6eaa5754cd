import { unknownAddressPage } from '#libs/core/html';
import { code, defineCodes, type Defined, type Envelope, portugueseEnvelope } from '#libs/core/http';

/** The codes that the CRM has beside the standard ones. */
export const CRM_CODES = defineCodes({
  Unprocessable: code(422, 'The request is well formed and means something that is not possible.'),
});

declare module '#libs/core/http' {
  interface AppCodes extends Defined<typeof CRM_CODES> {}
}

declare module '#libs/core/persistence' {
  interface IdPrefixes {
    cnt: 'contact';
  }
}

declare module '#libs/core/auth' {
  interface Products {
    crm: true;
  }
}

export const envelope: Envelope = {
  ...portugueseEnvelope({ Unprocessable: 'O que foi pedido não é possível.' }),
  page: unknownAddressPage,
};
