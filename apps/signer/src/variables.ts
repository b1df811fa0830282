/** The environment variables of the signer, for docs/operations.md; the server finds the signer by the same ones. */
export const signerVariables = {
  SIGNER_KEYS: { otherwise: 'a file in SIGNER_DIR', summary: 'the key file; given to the signer only' },
  SIGNER_PASSPHRASE: {
    otherwise: 'made by the demo',
    summary: 'opens the key file; given to the signer only',
    isSecret: true,
  },
  SIGNER_PKCS11_MODULE: { summary: 'library of a PKCS#11 token that seals the key file too; given to the signer only' },
  SIGNER_PKCS11_TOKEN: { summary: 'label of that token' },
  SIGNER_PKCS11_KEY: { default: '01', summary: 'id of its RSA key pair, in hex' },
  SIGNER_PKCS11_PIN: { summary: 'PIN of that token; given to the signer only', isSecret: true },
  SIGNER_DIR: { otherwise: 'signer in DATA_DIR', summary: "the signer's own folder: policy, journal, secret" },
  SIGNER_SOCKET: { otherwise: 'socket in SIGNER_DIR', summary: 'where the signer listens' },
  SIGNER_PAGE_PORT: {
    otherwise: '8082 with npm start; else no page',
    summary: "where approvers open the signer's own page, on this machine",
  },
  SIGNER_PAGE_ORIGIN: {
    otherwise: 'http://localhost and the port',
    summary: 'what approvers open it as: https://host, behind a proxy with TLS; passkeys are bound to the host',
  },
  SIGNER_JOURNAL_AT_LEAST: {
    summary:
      'LINE:HEAD that npm run ops -- signer:journal prints: the signer does not start with a journal that lacks it',
  },
  SIGNER_DEMO_PASSPHRASE: { default: 'Lode@Console1', summary: "what the demo's approvers sign with" },
  SIGNER_DEMO_APPROVERS: {
    default: 'finance:FINANCE,approver:APPROVER,deputy:APPROVER',
    summary: "the demo's approvers, who are enrolled at its first start; three, so that two others replace one's key",
  },
  SIGNER_ENDS_WITH_INPUT: { summary: '1: ends when its standard input closes, as when npm start has started it' },
} as const satisfies Record<string, { summary: string; default?: string; otherwise?: string; isSecret?: boolean }>;
