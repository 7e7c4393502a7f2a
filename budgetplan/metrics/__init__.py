"""Pure functions on arrays: order, path, gain, budget, stop, resampling. No pandas, no files, no money types."""
