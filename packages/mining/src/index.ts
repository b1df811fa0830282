export { electricityFee } from './electricity.ts';
export { type FppsInput, type FppsOutput, fppsOutput } from './fpps.ts';
