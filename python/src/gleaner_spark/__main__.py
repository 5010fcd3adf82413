"""Print the path of the job: `spark-submit "$(python -m gleaner_spark)" INPUT… OUTPUT`."""

import pathlib

print(pathlib.Path(__file__).with_name("job.py"))
