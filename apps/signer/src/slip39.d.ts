declare module 'slip39' {
  interface Options {
    passphrase?: string;
    threshold: number;
    groups: [threshold: number, members: number, description: string][];
  }

  export default class Slip39 {
    static fromArray(masterSecret: number[], options: Options): Slip39;
    static validateMnemonic(mnemonic: string): boolean;
    static recoverSecret(mnemonics: string[], passphrase?: string): number[];
    fromPath(path: string): { mnemonics: string[] };
  }
}
