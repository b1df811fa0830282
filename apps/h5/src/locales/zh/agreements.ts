/** The agreements themselves come from the server. */
export const agreementMessages = {
  version: (version: string, date: string) => `版本 ${version} · ${date} 起生效`,
};
