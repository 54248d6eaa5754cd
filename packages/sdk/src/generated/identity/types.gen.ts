// Written by scripts/sdk from the OpenAPI documents; test/contract/sdk.spec.ts says how to write it again.

export type ClientOptions = {
    baseUrl: `${string}://${string}` | (string & {});
};

export type JwksKeysData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/.well-known/jwks.json';
};

export type JwksKeysResponses = {
    /**
     * Done
     */
    200: {
        keys: Array<{
            [key: string]: unknown;
        }>;
    } & {
        /**
         * The id of this request, also in the header X-Request-Id
         */
        RequestId: string;
    };
};

export type JwksKeysResponse = JwksKeysResponses[keyof JwksKeysResponses];
