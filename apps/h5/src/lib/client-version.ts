/** The release that this page is of: four single digits. The build is told another one by `VITE_CLIENT_VERSION`. */
export const clientVersion: string = import.meta.env.VITE_CLIENT_VERSION ?? '1.0.0.0';
