import { looks } from '../inventory/columns/known-columns.ts';

/** The cells that tell a Mac from other devices. */
export interface PlatformCells {
	readonly platform: string;
	readonly os: string;
	readonly version: string;
	readonly model: string;
	readonly model_name: string;
}

const macSystem = /^(?:apple )?(?:mac|macos|mac os|mac os x|os x|osx|appleosx|darwin|macintosh)(?![a-z])/i;
const otherSystem =
	/^(?:ios|ipados|ipad|iphone|ipod|tvos|apple ?tv|watchos|apple ?watch|visionos|apple vision|windows|win\d|android|linux|ubuntu|debian|fedora|centos|rhel|red hat|suse|arch|chrome)/i;
const otherModel =
	/^(?:ipad|iphone|ipod|apple ?tv|watch\d|apple watch|reality ?device|apple vision|audio ?accessory|homepod)/i;

/** Whether a row is about a Mac; null when it says neither. The model knows best, then the platform, then the system. */
export function isMac({ platform, os, version, model, model_name }: PlatformCells): boolean | null {
	if (otherModel.test(model) || otherModel.test(model_name)) return false;
	if (looks.model!.test(model) || looks.model!.test(model_name)) return true;
	for (const text of [platform, os, version]) {
		if (macSystem.test(text)) return true;
		if (otherSystem.test(text)) return false;
	}
	return null;
}
