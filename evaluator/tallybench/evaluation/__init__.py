"""The main job: samples in, a result out."""
