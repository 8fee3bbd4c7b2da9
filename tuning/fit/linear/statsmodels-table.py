# Logistic regressions of the samples by statsmodels, for statsmodels.test.ts. In the root of the project, for each game:
#   evalsmith dataset features datasets/GAME-sample --out GAME.csv
# then: python3 tuning/fit/linear/statsmodels-table.py *.csv > tuning/fit/linear/statsmodels-table.json
import csv, json, sys
import numpy, statsmodels
import statsmodels.api as models

# Always a multiple of another feature, so it has no weight of its own.
DEPENDENT = {'conga': ['weighted squares']}

table = {'versions': {'statsmodels': statsmodels.__version__, 'numpy': numpy.__version__}, 'fits': {}}
for file in sys.argv[1:]:
    game = file.split('/')[-1].removesuffix('.csv')
    header, *rows = csv.reader(open(file))
    names = [name for name in header[6:] if name not in DEPENDENT.get(game, [])]
    column = lambda name: numpy.array([float(row[header.index(name)]) for row in rows])
    games, features = column('game'), numpy.column_stack([column(name) for name in names])
    model = models.GLM(column('result'), features, family=models.families.Binomial())
    fit = model.fit(tol=1e-14, maxiter=100)
    clustered = model.fit(tol=1e-14, maxiter=100, cov_type='cluster', cov_kwds={'groups': games, 'use_correction': False})
    # Our correction for few clusters is that of their number alone.
    count = len(set(games))
    by_game = clustered.bse * (count / (count - 1)) ** 0.5
    table['fits'][game] = {
        name: [float(number) for number in numbers]
        for name, *numbers in zip(names, fit.params, fit.bse, by_game)
    }
json.dump(table, sys.stdout, indent=1)
print()
