/** A drawing without the key above it, whose samples look like the lines and markers that they explain. */
export const withoutKey = (svg: string): string => svg.replace(/<g class="key">.*?<\/g>/s, '');
